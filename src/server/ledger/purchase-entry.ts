/** One purchase on its way to the ledger. `price` in the smallest unit shown, more than 0. */
export type PurchaseEntry = {
  /** the operation's id, unique for ever */
  op: string;
  /** fingerprint of kind and body, to tell a replay from a re-used key */
  hash: string;
  voucher: string;
  customer: string;
  stall: string;
  price: number;
  /** the person who was signed in, or null: the holder of the link */
  actor: string | null;
};
