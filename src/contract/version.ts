/**
 * Wire version 1: first release.
 * A change of any schema in this folder needs a new number here; tests/contract/wire-pin.test.ts holds the hash.
 */
export const wireVersion = 1;

/** The oldest client still served. Installed tablets are told to update, never broken. */
export const oldestWireServed = 1;
