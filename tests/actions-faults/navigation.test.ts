/** Fault: navigation, at each phase of each verb. */
import { ALL_VERBS, describeFault } from './fault-matrix.js';

describeFault('navigation', ALL_VERBS);
