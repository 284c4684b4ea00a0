/** Every check with the verbs of fields, in a cross-origin frame. */
import { describeMatrix } from './matrix.js';

describeMatrix('cross-origin frame', ['type', 'type_trusted', 'select_option', 'press_key', 'upload_file', 'batch_actions']);
