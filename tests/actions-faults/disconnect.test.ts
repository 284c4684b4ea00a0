/** Fault: the browser goes away, at each phase; each row has a browser of its own. */
import { describeFault } from './fault-matrix.js';

describeFault('disconnect', ['click', 'type', 'drag']);
