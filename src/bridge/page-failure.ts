/** What a page says of a frame around an element, as an error. */
import { SdkError } from '../shared/errors.js';
import type { PageFailure } from '../shared/page-api.js';

/**
 * The error for a failed question about a frame around an element. The page does not choose among all codes: what is neither `occluded` nor
 * `unsupported_frame` is a frame that cannot be used.
 */
export function frameFailure({ code, message, detail }: PageFailure, where: Readonly<Record<string, unknown>>): SdkError {
  const known = code === 'occluded' || code === 'unsupported_frame' ? code : 'frame_unavailable';
  const text =
    known === 'occluded'
      ? 'Something in a document around the frame would receive the event.'
      : 'The frame around the element cannot be used.';
  return new SdkError(known, typeof message === 'string' ? message : text, { phase: 'precheck', details: { ...detail, ...where } });
}
