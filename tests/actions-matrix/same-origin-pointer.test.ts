/** Every check with the verbs of the pointer, in a same-origin frame. */
import { describeMatrix } from './matrix.js';

describeMatrix('same-origin frame', ['click', 'click_trusted', 'hover', 'scroll']);
