/** ASCII white space only (Infra): no-break spaces and braille blanks are text. */
const BLANK = /^[\t\n\f\r ]*$/;

export function isBlank(text: string): boolean {
  return BLANK.test(text);
}
