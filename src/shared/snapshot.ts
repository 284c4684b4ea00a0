/** What a snapshot is to a program: the public node and the parts of `read_page` data. */

export type StateValue = boolean | number | string | 'mixed';

/**
 * States of a node. Only those that hold for its role or were set are present: level, checked, pressed, selected, expanded
 * (collapsed = false), disabled, readonly, required, invalid, current, busy, modal, active (has the focus), multiline,
 * multiselectable, orientation, sort, valuemin, valuenow, valuemax, valuetext, haspopup, autocomplete, placeholder.
 */
export type States = Readonly<Record<string, StateValue>>;

/** Rectangle in CSS px of the top viewport, frames included. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The frame a node stands in. `name` is the accessible name of the owner iframe, '' for the top document. */
export interface FrameInfo {
  readonly name: string;
  readonly url: string;
  readonly origin: string;
  readonly crossOrigin: boolean;
}

/** One line of a snapshot. A text line has role `text` with its text in `name`; an elision line has role `more`. */
export interface SnapshotNode {
  readonly ref?: string;
  /** ARIA role (`img`, not `image`), `text`, `generic`, `iframe`, `more`, … */
  readonly role: string;
  readonly name: string;
  readonly depth: number;
  readonly states: States;
  /** Live value of a control; masked (`••••`) for passwords and secrets. */
  readonly value?: string;
  /** `type` of an input where the role does not say it already (password, email, date, …). */
  readonly type?: string;
  readonly description?: string;
  /** Author-given words for a nameless control: test id, icon class, file name. Never part of the name. */
  readonly hint?: string;
  readonly frame: FrameInfo;
  readonly box?: Box;
  readonly inViewport: boolean;
  /** Why assistive technology does not see a node that a person sees: `aria-hidden`. */
  readonly hiddenBy?: string;
  /** True on an ancestor printed again in a later part, for place only. */
  readonly context?: boolean;
  /** On a `more` line: the cursor that reads what was left out there. */
  readonly cursor?: string;
}

/** What a snapshot left out, counted in lines it would have had. */
export interface Omitted {
  readonly nodes: number;
  readonly interactive: number;
  readonly text: number;
}

/** What a snapshot could not or did not show. */
export interface Coverage {
  /** Canvas elements: pixels only. */
  readonly canvas: number;
  readonly video: number;
  /** Frames whose content could not be read, with the reason. */
  readonly failedFrames: readonly { readonly name: string; readonly url: string; readonly reason: string }[];
  /** Frames beyond the limit of depth or count. */
  readonly skippedFrames: number;
  /** Pieces of text a person cannot see, left out. */
  readonly hiddenText: number;
  /** Closed shadow roots that could not be entered. */
  readonly closedRoots: number;
  /** True when the time bound ended the walk early. */
  readonly truncatedByTime: boolean;
  /** Which rung of the perception ladder answered. */
  readonly source: 'dom' | 'accessibility-tree';
}

/** Kind, key and rest of the nearest row, list item, card, dialog or form of an element. */
export interface ContextInfo {
  /** row, listitem, option, article, card, dialog, form, … */
  readonly kind: string;
  /** Compared verbatim, numbers kept: row header or first non-empty cell, heading, first href, id. */
  readonly key: string;
  /** Its other text, without numbers and times. */
  readonly rest: string;
}
