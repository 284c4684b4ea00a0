declare module '*?page' {
  /** One expression: `(publish) => { … }`. */
  export const source: string;
  /** Content hash of the source. */
  export const hash: string;
}
