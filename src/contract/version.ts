/**
 * Versions of the wire, newest last. A change of a schema or of a call needs a new number and a line here;
 * tests/contract/wire-pin.test.ts holds the hash of each.
 *
 * 1  first release
 * 2  the version travels with each call, CLIENT_TOO_OLD; texts without control characters, years 2000 to 2100, at most 8 KB a body; one quota for each kind of open call;
 *    staff name vouchers by the movement that issued them and by short code; sealed receipts, epochs; signatures of persons beside the
 *    device's; top-ups undone; voids in part; papers joined; sales of several codes; imported sheets, user names without email; the type of a document in its text, customers of one document are merged; consent to the notice; complaints;
 *    faults of the program on a device, the state of the server
 * 3  INSUFFICIENT_BALANCE carries the balance; lines of withdrawals, and their reasons; points to confirm, customers who owe points; receipts
 *    that a device has; all vouchers of a holder by identification, stalls of a voucher by pages; rescue files are delivered by the server
 * 4  a stall's look-up says when it was read, and where in the order of commits; unaccepted purchases and top-ups are withdrawn, ALREADY_CHARGED; a call
 *    names operations it does not carry; a stall's void is in its device's journal, recovered sales beyond a device's limit are reviewed
 * 5  a stall's look-up says the latest purchase by its holder; limits of what a market may owe the others and give away, CLEARING_LIMIT; CAMERA_NEEDED;
 *    after a restore a market confirms its payouts, refunds and joins by their papers; RESTORE_UNCONFIRMED until it has answered;
 *    cash is handed over and received by two people, tills have a ceiling (TILL_FULL) and top-ups beyond it carry a code of the market; a point no
 *    longer counts its own till; a voucher's holder reads where to top up
 * 6  a voucher's PIN: chosen at the top-up, given for one sale; PIN_NEEDED and its relatives, PIN_MISSING; a device's limit follows the days of its stall
 * 7  letters: a device's sealed calls and the sealed answer, carried by any phone; LETTER_UNREADABLE; the host of an installation's codes
 * 8  a kiosk's top-up whose voucher's or customer's id is taken becomes a line (VOUCHER_TAKEN, CUSTOMER_TAKEN), and the decision answers with the customer's new voucher
 *    a holder no longer reads the owner's other vouchers; the state of the server, the read-only link and the live events leave; a purchase in a list says that its holder made it
 */
export const wireVersion = 8;

/** Oldest client still served. Installed tablets are asked to update, never broken. */
export const oldestWireServed = 1;

/**
 * Header of every call of our client and every answer of the server: the wire version each uses, a decimal
 * number. A plain client sends none and is served.
 */
export const wireVersionHeader = 'x-wire-version';
