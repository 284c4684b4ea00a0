/** Fault: detached frame, at each phase of each verb. */
import { ALL_VERBS, describeFault } from './fault-matrix.js';

describeFault('detached frame', ALL_VERBS);
