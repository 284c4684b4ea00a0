/** Takes the content of a page as the walk meets it, for views that need paragraphs and inline elements, which lines do not keep. */
import type { Collector } from './collector.js';
import type { Frame } from './frame.js';

export interface ContentSink {
  begin(out: Collector): void;
  /** An element with a box was entered. @param isOffered it has a line: a person sees it, or reaches it by what stands for it */
  enter(frame: Frame, role: string, isOffered: boolean): void;
  leave(frame: Frame): void;
  /** Text a person sees. */
  text(data: string, frame: Frame): void;
  /** White space between texts. */
  blank(data: string, frame: Frame): void;
  lineBreak(): void;
}
