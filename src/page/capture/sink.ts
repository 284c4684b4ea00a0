/** Takes the content of a page as the walk meets it, for views that need paragraphs and inline elements, which lines do not keep. */
import type { Env } from '../env.js';
import type { Frame } from './frame.js';

/** The walk as content needs it. */
export interface ContentWalk {
  readonly env: Env;
  readonly hasSheets: boolean;
}

export interface ContentSink {
  begin(walk: ContentWalk): void;
  /** An element with a box was entered. @param isOffered it has a line: a person sees it, or reaches it by what stands for it */
  enter(frame: Frame, role: string, isOffered: boolean): void;
  leave(frame: Frame): void;
  /** Text a person sees. */
  text(data: string, frame: Frame): void;
  /** White space between texts. */
  blank(data: string, frame: Frame): void;
  lineBreak(): void;
}
