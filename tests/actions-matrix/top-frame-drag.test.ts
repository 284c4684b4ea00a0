/** Every check with drag, in the top frame. */
import { describeMatrix } from './matrix.js';

describeMatrix('top frame', ['drag']);
