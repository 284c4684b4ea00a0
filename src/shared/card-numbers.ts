/** Card numbers in text: 13 to 19 digits, spaces and dashes between them, with a good check digit. */

/** Not the digits after a decimal point. */
const DIGITS = /(?<![\d.,])\d(?:[ -]?\d){12,18}(?!\d)/g;

/** The check digit of payment cards (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = Number(digits[digits.length - 1 - i]);
    if (i % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

function isCard(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  return !/^(\d)\1+$/.test(digits) && passesLuhn(digits);
}

export function hasCard(text: string): boolean {
  return [...text.matchAll(DIGITS)].some(([found]) => isCard(found));
}

/** The text with every card number replaced. */
export function maskCards(text: string, mask: string): string {
  return text.replace(DIGITS, (found) => (isCard(found) ? mask : found));
}
