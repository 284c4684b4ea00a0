/** ASCII white space only (Infra): no-break spaces and braille blanks are text. */
const BLANK = /^[\t\n\f\r ]*$/;

export function isBlank(text: string): boolean {
  return text === '' || BLANK.test(text);
}

/** Is the character at an index ASCII white space? */
export function isSpaceAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}
