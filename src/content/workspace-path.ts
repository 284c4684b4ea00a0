/** Paths of workspace files, and what kind of file it is. */
import { SdkError } from '../shared/errors.js';

const MAX_PATH = 1_000;

/**
 * `/a//./b` is `a/b`.
 * @throws SdkError invalid_input for `..`, control characters, backslashes, and an empty path where a file has to be named
 */
export function workspacePath(path: string, mayBeRoot = false): string {
  const wrong = (why: string): SdkError =>
    new SdkError('invalid_input', `path: ${JSON.stringify(path.slice(0, 100))} ${why}.`, { phase: 'validate', details: { field: 'path' } });
  if (path.length > MAX_PATH) throw wrong(`is longer than ${MAX_PATH} characters`);
  if (/[\p{Cc}\\]/u.test(path)) throw wrong('holds a backslash or a control character');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw wrong('leads out of the workspace');
  if (parts.length === 0 && !mayBeRoot) throw wrong('names no file');
  return parts.join('/');
}

const TYPES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  ts: 'text/typescript',
  json: 'application/json',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
  wasm: 'application/wasm',
});

/** Text of a file; undefined where its bytes are none: a zero byte, or no UTF-8. */
export function textOf(data: Uint8Array): string | undefined {
  if (data.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(data);
  } catch {
    return undefined;
  }
}

export function mimeTypeOf(path: string, isText: boolean): string {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return TYPES[extension] ?? (isText ? 'text/plain' : 'application/octet-stream');
}

/** Bytes of what is written: those of a base64 data URL, else the text itself. */
export function bytesOf(content: string): Uint8Array {
  const comma = /^data:[^,]{0,200};base64,/i.exec(content)?.[0].length;
  if (comma === undefined) return new TextEncoder().encode(content);
  const body = content.slice(comma).replace(/\s+/g, '');
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(body) && body.length % 4 !== 1) return new Uint8Array(Buffer.from(body, 'base64'));
  throw new SdkError('invalid_input', 'content: the base64 of the data URL is malformed.', {
    phase: 'validate',
    details: { field: 'content' },
  });
}
