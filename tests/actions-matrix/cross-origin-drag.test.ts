/** Every check with drag, in a cross-origin frame. */
import { describeMatrix } from './matrix.js';

describeMatrix('cross-origin frame', ['drag']);
