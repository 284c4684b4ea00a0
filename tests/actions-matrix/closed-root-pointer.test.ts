/** Every check with the verbs of the pointer, in a closed shadow root. */
import { describeMatrix } from './matrix.js';

describeMatrix('closed shadow root', ['click', 'click_trusted', 'hover', 'scroll']);
