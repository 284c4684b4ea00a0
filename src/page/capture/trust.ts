/** Whether captures may rest on an updated model. */

/**
 * A ref rests on what a capture says: an updated model has to equal a full walk whatever changed before, see docs/design/002-incremental.md. Off, every
 * capture walks in full.
 */
export const UPDATES_ARE_TRUSTED: boolean = true;
