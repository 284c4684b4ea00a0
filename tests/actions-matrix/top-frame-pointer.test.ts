/** Every check with the verbs of the pointer, in the top frame. */
import { describeMatrix } from './matrix.js';

describeMatrix('top frame', ['click', 'click_trusted', 'hover', 'scroll']);
