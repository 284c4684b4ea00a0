/** The body of an answer, unpacked, never more of it than the limit. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SdkError } from '../../shared/errors.js';

export interface Body {
  readonly body: Buffer;
  readonly isCut: boolean;
}

/** @throws SdkError too_large for what grows beyond the limit while it is unpacked, http_error, or the reason of the signal */
export async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Body> {
  const encoding = String(response.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  const source = unpacked(response, encoding);
  const chunks: Buffer[] = [];
  let size = 0;
  const stop = (): void => {
    response.destroy();
    source.destroy();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes && encoding !== 'identity')
        throw new SdkError('too_large', `The packed body is larger than ${maxBytes} bytes when unpacked.`, {
          phase: 'verify',
          details: { reason: 'packed_body', maxBytes },
        });
      chunks.push(chunk);
      if (size > maxBytes) break;
    }
    if (signal.aborted) throw signal.reason;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (SdkError.isInstance(error)) throw error;
    throw new SdkError('http_error', `The answer broke off: ${error instanceof Error ? error.message : String(error)}.`, {
      phase: 'dispatch',
      details: { reason: 'body' },
      cause: error,
    });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
  const body = Buffer.concat(chunks);
  return size > maxBytes ? { body: body.subarray(0, maxBytes), isCut: true } : { body, isCut: false };
}

function unpacked(response: IncomingMessage, encoding: string): Readable {
  if (encoding === 'identity' || encoding === '') return response;
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress, deflate: createInflate }[encoding];
  if (!unpack)
    throw new SdkError('http_error', `The answer is packed in a way that is not known here (${encoding.slice(0, 40)}).`, {
      phase: 'dispatch',
      details: { reason: 'encoding' },
    });
  const stream = unpack();
  response.on('error', (error) => stream.destroy(error));
  return response.pipe(stream);
}
