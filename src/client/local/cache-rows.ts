/** The list of balances as the server sent it. `asOf`: server clock, ms since 1970. */
export type StoredList = { id: 'balances'; asOf: number; bytes: Uint8Array<ArrayBuffer> };

/** A customer this kiosk has served: enough to find and top up again without a link. `servedAt`: device clock, ms. */
export type ServedCustomer = {
  id: string;
  ownerName: string;
  identificacion: string;
  email: string;
  createAt: string;
  servedAt: number;
};
