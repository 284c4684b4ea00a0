/** A rectangle by its edges, in px of the viewport of its document. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
