/**
 * Versions of the wire, newest last. A change of a schema or of a call needs a new number and a line here;
 * tests/contract/wire-pin.test.ts holds the hash of each.
 *
 * 1  release 0.3.0; it changes in place until then, because no earlier release was installed
 */
export const wireVersion = 1;

/** Oldest client still served. Installed tablets are asked to update, never broken. */
export const oldestWireServed = 1;

/**
 * Header of every call of our client and every answer of the server: the wire version each uses, a decimal
 * number. A plain client sends none and is served.
 */
export const wireVersionHeader = 'x-wire-version';
