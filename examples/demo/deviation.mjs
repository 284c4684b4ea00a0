/** Something went another way than the story says. */
export class Deviation extends Error {
  /**
   * @param {string} expected
   * @param {string} found
   */
  constructor(expected, found) {
    super(`expected ${expected}, found ${found}`);
    this.expected = expected;
    this.found = found;
  }
}
