/** What a session keeps beside its pages: texts that are read in windows, attachments. */

/** Where an attachment came from. */
export type AttachmentSource = 'user' | 'page' | 'model';
export type AttachmentKind = 'file' | 'page_text' | 'download' | 'artifact';

export interface Attachment {
  readonly id: string;
  readonly kind: AttachmentKind;
  readonly provenance: AttachmentSource;
  /** A file name without folders. */
  readonly name: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Ms since the epoch. */
  readonly createdAt: number;
}
export interface NewAttachment {
  readonly kind: AttachmentKind;
  readonly provenance: AttachmentSource;
  readonly name: string;
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** Keeps attachments. A host may lend one of its own. */
export interface AttachmentStore {
  /** @throws SdkError quota_exceeded, too_large */
  put(attachment: NewAttachment): Promise<Attachment>;
  /** Without its data; undefined when there is none of that id. */
  find(id: string): Promise<Attachment | undefined>;
  /** @throws SdkError not_found */
  read(id: string): Promise<Uint8Array>;
  /** Oldest first. */
  list(): Promise<readonly Attachment[]>;
  /** True when there was one. */
  delete(id: string): Promise<boolean>;
}

/** A text that is read in windows. It does not change. */
export interface TextCapture {
  readonly captureId: string;
  readonly text: string;
  readonly url: string;
  readonly title: string;
  /** The page held more. */
  readonly isCut: boolean;
  /** Frames that were not read. */
  readonly lostFrames: number;
  /** What it was made of: a later window without an id goes on in the last capture of the same. */
  readonly key: string;
  readonly attachmentId?: string | undefined;
  /** Further facts of its source, as JSON. */
  readonly about?: string | undefined;
}
export interface TextCaptures {
  keep(capture: Omit<TextCapture, 'captureId'>): TextCapture;
  get(captureId: string): TextCapture | undefined;
  /** The newest of a key. */
  latest(key: string): TextCapture | undefined;
}

/** What a URL gave. */
export interface FetchedText {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  /** Media type without parameters. */
  readonly contentType: string;
  readonly kind: 'html' | 'json' | 'text' | 'other';
  /** Markdown of HTML, JSON indented, text as it is; '' for other types. */
  readonly text: string;
  readonly json?: unknown;
  readonly title: string;
  /** Bytes read, unpacked. */
  readonly size: number;
  /** The body went on beyond the limit. */
  readonly isCut: boolean;
  readonly redirects: readonly string[];
}

export type PagedType = 'readable-text' | 'readable-elements' | 'readable-element-html';
/** Path, role, text, and the value where there is one. */
export type ElementTuple = readonly [path: string, role: string, text: string, value?: string];
/** What a path stands for. */
export interface PathTarget {
  /** Of the element, or of the dropdown that an option without a ref belongs to. */
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  /** The option of the dropdown that is meant. */
  readonly option?: string;
  /** It takes files. */
  readonly isFile?: boolean;
}
export interface ReadableElement {
  readonly tuple: ElementTuple;
  /** The same path, counted inside its frame: `0:0.2.1`. */
  readonly inFrame: string;
  readonly target: PathTarget;
}
/** A capture that is read in pages. */
export interface PagedCapture {
  readonly type: PagedType;
  readonly tabId: number;
  /** Of the page it was taken from. */
  readonly url: string;
  readonly pages: readonly PagedPage[];
}
export interface PagedPage {
  readonly data: string | readonly ElementTuple[];
  /** With `readable-elements`: what the paths of the page stand for. */
  readonly elements?: readonly ReadableElement[];
}
export interface PagedCaptures {
  /** @returns the id */
  keep(capture: PagedCapture): string;
  get(snapshotId: string): PagedCapture | undefined;
}
/** Paths that were given out. One stands for what it stood for where it was given out last. */
export interface PathBook {
  give(tabId: number, elements: readonly ReadableElement[]): void;
  find(tabId: number, path: string): PathTarget | undefined;
}

export interface ContentPort {
  readonly attachments: AttachmentStore;
  readonly captures: TextCaptures;
  readonly paged: PagedCaptures;
  readonly paths: PathBook;
}
