/** Fault: dialog, at each phase of each verb. */
import { ALL_VERBS, describeFault } from './fault-matrix.js';

describeFault('dialog', ALL_VERBS);
