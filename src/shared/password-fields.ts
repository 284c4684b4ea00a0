/** A field for a password, also while the page shows what is typed there: such a field is one for text, and says what it is for. */
export function takesPassword(field: { readonly inputType?: string | undefined; readonly autocomplete?: string | undefined }): boolean {
  return field.inputType === 'password' || /(?:^|\s)(?:current|new)-password(?:\s|$)/i.test(field.autocomplete ?? '');
}
