/** Every check with the verbs of fields, in a closed shadow root. */
import { describeMatrix } from './matrix.js';

describeMatrix('closed shadow root', ['type', 'type_trusted', 'select_option', 'press_key', 'upload_file', 'batch_actions']);
