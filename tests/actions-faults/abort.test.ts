/** Fault: abort, at each phase of each verb. */
import { ALL_VERBS, describeFault } from './fault-matrix.js';

describeFault('abort', ALL_VERBS);
