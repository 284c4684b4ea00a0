/** Which files may be given to a page: inside the folders the host allows, and of a kind the control takes. */
import { realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { SdkError } from '../shared/errors.js';

export interface UploadFile {
  /** Without links. */
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** What a file input takes. */
export interface FileWish {
  readonly multiple: boolean;
  /** Its `accept` attribute; '' for anything. */
  readonly accept: string;
}

/**
 * Resolves paths.
 * @param paths absolute, or relative to one of the folders
 * @param roots folders of the option `roots`
 * @throws SdkError denied (no folder is allowed, or the file lies outside, also by a link), not_found, invalid_value (a folder)
 */
export async function resolveFiles(paths: readonly string[], roots: readonly string[]): Promise<readonly UploadFile[]> {
  if (roots.length === 0)
    throw new SdkError('denied', 'No file may be uploaded by its path: the option roots of the session names no folder.', {
      phase: 'gate',
      hint: 'The host can allow folders with the option roots.',
      details: { option: 'roots' },
    });
  const real = await Promise.all(roots.map(async (root) => ({ given: resolve(root), real: await realpath(root).catch(() => undefined) })));
  return Promise.all(paths.map((path) => resolveFile(path, real)));
}

type Root = { readonly given: string; readonly real: string | undefined };

async function resolveFile(path: string, roots: readonly Root[]): Promise<UploadFile> {
  const named = roots.flatMap((root) => {
    const full = isAbsolute(path) ? resolve(path) : resolve(root.given, path);
    return isInside(full, root.given) || (root.real !== undefined && isInside(full, root.real)) ? [full] : [];
  });
  // A path outside is refused before anybody looks whether it exists.
  if (named.length === 0) throw outside(path);
  for (const full of named) {
    const real = await realpath(full).catch(() => undefined);
    if (real === undefined) continue;
    if (!roots.some((root) => root.real !== undefined && isInside(real, root.real))) throw outside(path);
    const { size, isFile } = await statOf(real);
    if (!isFile)
      throw new SdkError('invalid_value', `${JSON.stringify(path)} is no file.`, { phase: 'precheck', hint: 'Give the path of a file.' });
    return { path: real, name: basename(full), size };
  }
  throw new SdkError('not_found', `There is no file ${JSON.stringify(path)} in the folders of the option roots.`, {
    phase: 'resolve',
    hint: 'Give the path of a file that exists.',
  });
}

async function statOf(path: string): Promise<{ readonly size: number; readonly isFile: boolean }> {
  const found = await stat(path);
  return { size: found.size, isFile: found.isFile() };
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(path: string): SdkError {
  return new SdkError('denied', `${JSON.stringify(path)} lies outside the folders from which files may be uploaded (option roots).`, {
    phase: 'gate',
    hint: 'Give a file inside those folders; the host can allow more with the option roots.',
    details: { option: 'roots' },
  });
}

/**
 * Refuses files that a person could not choose in the dialog of that control.
 * @throws SdkError invalid_value naming `multiple` or `accept`
 */
export function checkWish(files: readonly UploadFile[], { multiple, accept }: FileWish): void {
  if (files.length > 1 && !multiple)
    throw new SdkError(
      'invalid_value',
      `The control takes one file (it is not marked multiple), and ${files.length} were given. Nothing was uploaded.`,
      {
        phase: 'precheck',
        hint: 'Upload one file.',
        details: { multiple, given: files.length },
      },
    );
  const wrong = files.find(({ name }) => !accepts(accept, name));
  if (wrong)
    throw new SdkError(
      'invalid_value',
      `The control does not take ${JSON.stringify(wrong.name)}: its accept attribute is ${JSON.stringify(accept)}. Nothing was uploaded.`,
      {
        phase: 'precheck',
        hint: 'Give a file of an accepted kind.',
        details: { accept, file: wrong.name },
      },
    );
}

/** Whether a name fits `accept` (HTML 4.10.5.1.17): extensions, MIME types, and whole families of them. */
export function accepts(accept: string, name: string): boolean {
  const tokens = accept
    .split(',')
    .map((token) => token.trim().toLowerCase())
    .filter((token) => token !== '');
  if (tokens.length === 0) return true;
  const extension = extname(name).toLowerCase();
  const type = TYPES.get(extension) ?? '';
  return tokens.some((token) => {
    if (token.startsWith('.')) return name.toLowerCase().endsWith(token);
    if (token === '*/*') return true;
    return token.endsWith('/*') ? type.startsWith(token.slice(0, -1)) : type === token || ALIASES.get(type) === token;
  });
}

/** The same kind under another registered name. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['text/csv', 'application/csv'],
  ['application/zip', 'application/x-zip-compressed'],
  ['text/xml', 'application/xml'],
  ['text/javascript', 'application/javascript'],
  ['audio/wav', 'audio/x-wav'],
]);

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.avif', 'image/avif'],
  ['.bmp', 'image/bmp'],
  ['.gif', 'image/gif'],
  ['.heic', 'image/heic'],
  ['.ico', 'image/x-icon'],
  ['.jpeg', 'image/jpeg'],
  ['.jpg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.tif', 'image/tiff'],
  ['.tiff', 'image/tiff'],
  ['.webp', 'image/webp'],
  ['.aac', 'audio/aac'],
  ['.flac', 'audio/flac'],
  ['.m4a', 'audio/mp4'],
  ['.mp3', 'audio/mpeg'],
  ['.oga', 'audio/ogg'],
  ['.ogg', 'audio/ogg'],
  ['.wav', 'audio/wav'],
  ['.avi', 'video/x-msvideo'],
  ['.mov', 'video/quicktime'],
  ['.mp4', 'video/mp4'],
  ['.mpeg', 'video/mpeg'],
  ['.ogv', 'video/ogg'],
  ['.webm', 'video/webm'],
  ['.css', 'text/css'],
  ['.csv', 'text/csv'],
  ['.htm', 'text/html'],
  ['.html', 'text/html'],
  ['.ics', 'text/calendar'],
  ['.js', 'text/javascript'],
  ['.md', 'text/markdown'],
  ['.txt', 'text/plain'],
  ['.xml', 'text/xml'],
  ['.doc', 'application/msword'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.gz', 'application/gzip'],
  ['.json', 'application/json'],
  ['.odp', 'application/vnd.oasis.opendocument.presentation'],
  ['.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['.odt', 'application/vnd.oasis.opendocument.text'],
  ['.pdf', 'application/pdf'],
  ['.ppt', 'application/vnd.ms-powerpoint'],
  ['.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['.rtf', 'application/rtf'],
  ['.xls', 'application/vnd.ms-excel'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['.zip', 'application/zip'],
]);
