/** Every check with the verbs of fields, in the top frame. */
import { describeMatrix } from './matrix.js';

describeMatrix('top frame', ['type', 'type_trusted', 'select_option', 'press_key', 'upload_file', 'batch_actions']);
