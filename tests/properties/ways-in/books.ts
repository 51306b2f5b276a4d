import { expect } from 'vitest';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { gain, isNothing, moved, type Money, type Moved, type Sale, type TopUp } from './ledger-place.ts';
import { judgedByTime, type Attack } from './steps.ts';

const maxTopUp = 2_000_000;

/** Effect of a journal entry: the changed voucher, by how much, and other movements. */
type Change = { envelope: Envelope; id: string; change: number; movement: Moved; before: Money };

/**
 * The test's own books of one day. They share no rule with the server: they record movements, and define
 * which ones may follow.
 */
export class Books {
  topUps: TopUp[] = [];
  sales: Sale[] = [];
  readonly foreign: TopUp;
  readonly #stallId: string;
  constructor(foreign: TopUp, stallId: string) {
    this.foreign = foreign;
    this.#stallId = stallId;
  }

  copy(): Books {
    const books = new Books(this.foreign, this.#stallId);
    books.topUps = this.topUps.map((one) => ({ ...one }));
    books.sales = this.sales.map((one) => ({ ...one }));
    return books;
  }

  purchaseOf(opId: string | undefined): Sale | undefined {
    return this.sales.find((one) => one.opId === opId);
  }

  notePurchase(
    opId: OpId,
    voucherId: string,
    { price, taken }: { price: number; taken: number },
    code = '',
  ): void {
    const voucher = this.topUps.find((one) => one.uuid === voucherId) ?? this.foreign;
    if (taken < price) voucher.isClosed = true;
    this.sales.unshift({ opId, voucher, price, stands: taken, isOfToday: true, code });
  }

  /** An entry of a journal: no money appears from nothing, and no loss is assigned. */
  judgeAttack(
    { kind, lie }: Attack,
    { envelope, ...entry }: { envelope: Envelope },
    results: readonly SyncResult[],
    before: Money,
    after: Money,
  ): void {
    const movement = moved(before, after);
    const { vouchers } = movement;
    expect(movement.otherPayable, 'another market’s stall').toBe(0);
    expect([movement.fromTreasury, movement.borne], 'the market’s own money').toEqual([0, 0]);
    expect(gain(movement), 'out of nothing').toBeLessThanOrEqual(0);
    expect(vouchers.length, 'vouchers that changed').toBeLessThanOrEqual(1);
    const isMoved = vouchers.length > 0 || movement.payable !== 0 || movement.till !== 0;
    if (lie === 'long-ago' || lie === 'in-hours' || lie === 'clock')
      expect(isMoved && judgedByTime.has(kind)).toBe(false);
    const isKnown = [...this.topUps, ...this.sales].some(({ opId }) => opId === envelope.opId);
    if (lie === 'known-id' && isKnown) {
      expect(isMoved, 'under the id of another operation').toBe(false);
      expect(
        results.every(({ seal }) => seal === undefined),
        'our seal on it',
      ).toBe(true);
    }
    for (const { id, change } of vouchers)
      this.#judgeVoucher({ envelope, id, change, movement, before }, codeIn(results));
    for (const { customer } of results)
      if (customer && 'registration' in entry)
        expect(Object.values(entry.registration as object)).toEqual(
          expect.arrayContaining([customer.ownerName, customer.identificacion]),
        );
  }

  #judgeVoucher({ envelope, id, change, movement, before }: Change, code: string): void {
    const { payable, till } = movement;
    switch (envelope.kind) {
      case 'purchase':
      case 'acceptance': {
        const { codeQrUuid, price, estanteId } = envelope.payload;
        // Goods handed over may be covered in part: the shortfall is held.
        const isWhole = envelope.kind === 'purchase';
        expect([id, payable, isWhole ? -change : -change <= price]).toEqual([
          codeQrUuid,
          -change,
          isWhole ? price : true,
        ]);
        expect(estanteId, 'to its own stall').toBe(this.#stallId);
        const opId = envelope.kind === 'acceptance' ? envelope.payload.purchaseOpId : envelope.opId;
        this.notePurchase(opId, codeQrUuid, { price, taken: -change }, code);
        break;
      }
      case 'withdrawal': {
        const sale = this.purchaseOf(envelope.payload.purchaseOpId);
        expect([id, change, payable]).toEqual([sale?.voucher.uuid, sale?.stands, -(sale?.stands ?? 0)]);
        const { isOfToday } = sale ?? {};
        expect([isOfToday, before.payable >= change], 'of today, and not paid out').toEqual([true, true]);
        if (sale) sale.stands = 0;
        break;
      }
      case 'top-up': {
        const { uuid, monto } = envelope.payload;
        expect([id, change, till]).toEqual([uuid, monto, monto]);
        expect(before.balances.has(id), 'a voucher of its own').toBe(false);
        expect(change).toBeLessThanOrEqual(maxTopUp);
        this.topUps.unshift({ ...envelope.payload, opId: envelope.opId, isOfToday: true, isClosed: false });
        break;
      }
      case 'top-up-void': {
        const made = this.topUps.find(({ opId }) => opId === envelope.payload.topUpOpId);
        expect([id, change, till]).toEqual([made?.uuid, -(made?.monto ?? 0), -(made?.monto ?? 0)]);
        const { isOfToday } = made ?? {};
        expect([isOfToday, before.till >= -change], 'of today, out of its own till').toEqual([true, true]);
        if (made) made.isClosed = true;
        break;
      }
      case 'customer':
        expect.fail(`a ${envelope.kind} moved ${change}`);
    }
  }

  /** A call that was refused, or may not have been made. */
  judgeRefused(before: Money, after: Money): void {
    expect(isNothing(moved(before, after)), 'moved by what was refused').toBe(true);
  }
}

function codeIn(results: readonly SyncResult[]): string {
  return results.find(({ purchase }) => purchase)?.purchase?.codeCompra ?? '';
}
