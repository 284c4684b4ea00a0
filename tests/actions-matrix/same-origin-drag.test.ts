/** Every check with drag, in a same-origin frame. */
import { describeMatrix } from './matrix.js';

describeMatrix('same-origin frame', ['drag']);
