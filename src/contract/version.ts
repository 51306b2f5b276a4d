/**
 * Versions of the wire, newest last. A change of a schema or of a call needs a new number and a line here;
 * tests/contract/wire-pin.test.ts holds the hash of each.
 *
 * 1  first release
 * 2  texts without control characters, years 2000 to 2100, at most 8 KB a body; one quota for each kind of open call
 */
export const wireVersion = 2;

/** The oldest client still served. Installed tablets are told to update, never broken. */
export const oldestWireServed = 1;
