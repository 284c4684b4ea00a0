/** Fault: dialog, at each phase of each verb that fill in or send keys. */
import { describeFault, FIELD_VERBS } from './fault-matrix.js';

describeFault('dialog', FIELD_VERBS);
