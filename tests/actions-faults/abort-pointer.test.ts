/** Fault: abort, at each phase of each verb of the pointer. */
import { describeFault, POINTER_VERBS } from './fault-matrix.js';

describeFault('abort', POINTER_VERBS);
