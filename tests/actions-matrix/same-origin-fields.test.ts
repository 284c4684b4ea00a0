/** Every check with the verbs of fields, in a same-origin frame. */
import { describeMatrix } from './matrix.js';

describeMatrix('same-origin frame', ['type', 'type_trusted', 'select_option', 'press_key', 'upload_file', 'batch_actions']);
