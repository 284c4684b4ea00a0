/** Text of bytes: byte order mark, then the header, then what the document says of itself (HTML 13.2.3.2), then UTF-8. */

const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];
const META = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i;
const XML = /^<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)["']/i;
/** How far into a document its own words are looked for, bytes. */
const PRESCAN = 1_024;

export interface DecodedText {
  readonly text: string;
  readonly charset: string;
}

/** @param isCut the last character may be half there */
export function decode(body: Uint8Array, contentType: string, isCut: boolean): DecodedText {
  const marked = MARKS.find(([, bytes]) => bytes.every((byte, at) => body[at] === byte))?.[0];
  const named = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
  const head = new TextDecoder('latin1').decode(body.subarray(0, PRESCAN));
  const own = META.exec(head)?.[1] ?? XML.exec(head)?.[1];
  for (const label of [marked, named, own]) {
    const decoder = label === undefined ? undefined : decoderOf(label);
    if (decoder) return { text: decoder.decode(body, { stream: isCut }), charset: decoder.encoding };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: isCut }), charset: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(body), charset: 'windows-1252' };
  }
}

/** A label nobody knows is none. */
function decoderOf(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
