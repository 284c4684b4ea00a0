/** Every check with drag, in a closed shadow root. */
import { describeMatrix } from './matrix.js';

describeMatrix('closed shadow root', ['drag']);
