import { expect } from 'vitest';
import type { OpId, VoucherId } from '#src/contract/brands.ts';

export type Voucher = {
  readonly uuid: VoucherId;
  /** Row of the customer to whom it was issued. */
  readonly owner: string;
  /** Movement that issued it, and its top-up; empty for none. */
  readonly issuedBy: string;
  readonly topUp: string;
  readonly face: number;
  readonly proof: string;
  left: number;
  /** It no longer buys, whatever its balance. */
  isClosed: boolean;
  /** A person closed it: money returned by a void waits for a person. */
  isEnded: boolean;
  isOfToday: boolean;
};

/** A purchase, or one share of a sale that several vouchers pay. */
export type Sale = {
  readonly opId: OpId;
  readonly voucher: Voucher;
  readonly code: string;
  readonly saleCode: string;
  /** Paid by its voucher; shortfall not assigned yet; shortfall assigned by a person. */
  given: number;
  missing: number;
  assigned: number;
  isOfToday: boolean;
};

/** A market's money by its people's answers; smallest unit shown. */
export type Figures = { owed: number; held: number; till: number; spentByMarket: number; borne: number };

/** Books made only of answers. They decide nothing, and define which answers are impossible. */
export class Books {
  vouchers: Voucher[] = [];
  sales: Sale[] = [];
  figures: Figures = { owed: 0, held: 0, till: 0, spentByMarket: 0, borne: 0 };
  /** The customer's rows are merged into one person. */
  isMerged = false;

  copy(): Books {
    const books = new Books();
    const copies = new Map(this.vouchers.map((one) => [one, { ...one }]));
    books.vouchers = [...copies.values()];
    books.sales = this.sales.map((sale) => ({ ...sale, voucher: copies.get(sale.voucher) ?? sale.voucher }));
    books.figures = { ...this.figures };
    books.isMerged = this.isMerged;
    return books;
  }

  saleOf(opId: string): Sale | undefined {
    return this.sales.find((sale) => sale.opId === opId);
  }

  voucher(at: number): Voucher | undefined {
    return this.vouchers[at % Math.max(1, this.vouchers.length)];
  }

  /** The voucher's payable amount by these books. */
  payable({ left, isClosed }: Voucher): number {
    return isClosed ? 0 : left;
  }

  /** Its payment for goods already handed over, even when it is blocked for a loss. */
  given({ left, isEnded }: Voucher): number {
    return isEnded ? 0 : left;
  }

  issue(voucher: Pick<Voucher, 'uuid' | 'owner' | 'issuedBy' | 'face' | 'proof'> & { topUp?: string }): void {
    this.vouchers.unshift({
      topUp: '',
      ...voucher,
      left: voucher.face,
      isClosed: false,
      isEnded: false,
      isOfToday: true,
    });
  }

  /** `missing`: the shortfall by the answer. */
  sell(
    voucher: Voucher,
    {
      price,
      missing = 0,
      ...named
    }: { opId: OpId; code: string; saleCode?: string; price: number; missing?: number },
  ): void {
    const given = price - missing;
    expect(given, 'taken from a voucher').toBeLessThanOrEqual(this.given(voucher));
    voucher.left -= given;
    this.figures.owed += price;
    this.figures.held += missing;
    this.sales.unshift({ saleCode: '', ...named, voucher, given, missing, assigned: 0, isOfToday: true });
  }

  /** `given`: returned to the voucher. `uncovered`: part of the shortfall closed. */
  giveBack(sale: Sale, { given, uncovered }: { given: number; uncovered: number }): void {
    expect([given >= 0, given <= sale.given], 'back to the voucher').toEqual([true, true]);
    expect([uncovered >= 0, uncovered <= sale.missing], 'of what was missing').toEqual([true, true]);
    sale.given -= given;
    sale.missing -= uncovered;
    sale.voucher.left += given;
    this.figures.owed -= given + uncovered;
    this.figures.held -= uncovered;
  }

  close(voucher: Voucher, left = 0): void {
    voucher.left = left;
    voucher.isClosed = true;
    voucher.isEnded = true;
  }
}
