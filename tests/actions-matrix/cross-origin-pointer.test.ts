/** Every check with the verbs of the pointer, in a cross-origin frame. */
import { describeMatrix } from './matrix.js';

describeMatrix('cross-origin frame', ['click', 'click_trusted', 'hover', 'scroll']);
