/** Results that are one JSON text: their long part is cut before the whole is, so that what a model gets is JSON and says that it was cut. */

/** Characters of a result as JSON. A little less than what a result may have at all. */
const MAX_JSON = 29_000;

/**
 * The longest beginning of a text with which the result is short enough.
 * @param build the result around it
 */
export function fitted<T>(text: string, build: (text: string, isCut: boolean) => T): T {
  const whole = build(text, false);
  if (JSON.stringify(whole).length <= MAX_JSON) return whole;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (JSON.stringify(build(text.slice(0, middle), true)).length <= MAX_JSON) low = middle;
    else high = middle - 1;
  }
  const isPairCut = /[\ud800-\udbff]/.test(text.charAt(low - 1));
  return build(text.slice(0, isPairCut ? low - 1 : low), true);
}
