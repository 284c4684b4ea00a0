/** Whether captures may rest on an updated model. */

/**
 * Off: a ref rests on what a capture says, and an updated model must equal a full walk whatever changed before refs may rest on it.
 * The property test of incremental captures asks for updates by itself; the day it finds nothing more, this becomes true.
 */
export const UPDATES_ARE_TRUSTED: boolean = false;
