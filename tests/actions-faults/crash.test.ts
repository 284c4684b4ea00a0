/** Fault: crash, at each phase of each verb. */
import { ALL_VERBS, describeFault } from './fault-matrix.js';

describeFault('crash', ALL_VERBS);
