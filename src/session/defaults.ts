/** Real time and randomness. */
import { randomBytes } from 'node:crypto';
import type { Clock, RandomId } from '../bridge/types.js';

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from here on would favour some characters. */
const LIMIT = 256 - (256 % ALPHABET.length);

export const systemRandom: RandomId = (length) => {
  let out = '';
  while (out.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < LIMIT && out.length < length) out += ALPHABET[byte % ALPHABET.length];
    }
  }
  return out;
};
