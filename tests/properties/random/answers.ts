import { expect } from 'vitest';
import type { OpId } from '#src/contract/brands.ts';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import type { Conflict } from '#src/contract/settlement/schemas.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { SyncEntry, SyncResult } from '#src/contract/sync/schemas.ts';
import type { Database } from '#src/server/store/database.ts';
import type { Answer } from '#tests/support/server/test-app.ts';
import { Books, type Voucher } from './books.ts';
import type { OwnMarket } from './market.ts';

type Entry = SyncEntry & { envelope: Envelope };
type Line = Conflict & { op: OpId; about: OpId; voucherId: string };

/** Compares the books made of one sequence's answers with the ledger. */
export class Answers {
  books = new Books();
  readonly market: OwnMarket;
  protected readonly database: Database;
  /** The devices' entries since the copy. */
  #sent: Entry[] = [];

  constructor(market: OwnMarket, database: Database) {
    this.market = market;
    this.database = database;
  }

  copy(): Books {
    this.#sent = [];
    return this.books.copy();
  }

  /** Answers a POST; a failure inside the server is always a fault. */
  protected async post(...asked: Parameters<OwnMarket['post']>): Promise<Answer> {
    const answer = await this.market.post(...asked);
    expect(answer.status, `${asked[1]} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
    return answer;
  }

  protected async send(by: 'tablet' | 'kiosk', entries: readonly Entry[]): Promise<SyncResult[]> {
    this.#sent.push(...entries);
    return (await this.market[by].send(entries)).results;
  }

  /** The named customer's row: the owner's, or after a merge also the other one. */
  protected named(voucher: Voucher, of: number): string {
    return this.books.isMerged ? (this.market.customers[of] ?? '') : voucher.owner;
  }

  /** Records an offline sale: its voucher pays its balance, never more. */
  protected noteOffline({ envelope }: Entry, result: SyncResult | undefined): void {
    if (envelope.kind !== 'acceptance' || !result?.purchase) return;
    const { codeQrUuid, price, purchaseOpId: opId } = envelope.payload;
    const voucher = this.books.vouchers.find(({ uuid }) => uuid === codeQrUuid);
    expect(voucher, 'a sale of a voucher that nobody has').toBeDefined();
    if (!voucher || this.books.sales.some((sale) => sale.opId === opId)) return;
    const { missing = 0 } = result;
    expect(price - missing, 'all that the voucher has').toBe(Math.min(price, this.books.given(voucher)));
    this.books.sell(voucher, { opId, code: result.purchase.codeCompra, price, missing });
    // A shortfall blocks the voucher.
    if (missing > 0) voucher.isClosed = true;
  }

  protected async lines(): Promise<Line[]> {
    const { items } = (await this.market.read('market', '/sync/conflicts?limit=100')).body as {
      items: Conflict[];
    };
    const { rows } = await this.database.query<Pick<Line, '_id' | 'op' | 'about' | 'voucherId'>>({
      text: `select id as "_id", op_id as op, purchase_op_id as about, voucher_id as "voucherId" from sale_conflict
        where market_id = $1`,
      values: [this.market.id],
    });
    const named = new Map(rows.map((row) => [row._id, row]));
    return items.flatMap((item) => {
      const names = named.get(item._id);
      return names && item.state !== 'resolved' ? [{ ...item, ...names }] : [];
    });
  }

  /** As a call of the point could do it: its own unspent top-up of today, from its till. */
  protected noteUndone({ envelope }: Entry, result: SyncResult | undefined): void {
    if (envelope.kind !== 'top-up-void' || result?.state !== 'accepted') return;
    const { topUpOpId, uuid, monto } = envelope.payload;
    const voucher = this.books.vouchers.find(({ topUp }) => topUp === topUpOpId);
    if (voucher?.isClosed && voucher.left === 0) return;
    expect([voucher?.uuid, voucher?.face, voucher?.left]).toEqual([uuid, monto, monto]);
    expect([voucher?.isOfToday, this.books.figures.till >= monto]).toEqual([true, true]);
    this.books.figures.till -= monto;
    if (voucher) this.books.close(voucher);
  }

  /** The database is the copy again: only the devices' later operations come back. */
  async restore(copied: Books): Promise<void> {
    this.books = copied;
    for (const by of ['tablet', 'kiosk'] as const) {
      const { device } = this.market[by];
      const own = this.#sent.filter(({ envelope }) => envelope.deviceId === device.id);
      await this.market[by].send([]);
      const { results } = await this.market[by].send(own);
      for (const entry of own) {
        const result = results.find(({ opId }) => opId === entry.envelope.opId);
        this.noteOffline(entry, result);
        this.noteUndone(entry, result);
        this.noteBought(entry, result);
      }
    }
  }

  protected noteBought({ envelope }: Entry, result: SyncResult | undefined): void {
    if (envelope.kind !== 'purchase' || !result?.purchase) return;
    const { codeQrUuid, price } = envelope.payload;
    const voucher = this.books.vouchers.find(({ uuid }) => uuid === codeQrUuid);
    if (!voucher || this.books.saleOf(envelope.opId)) return;
    const { codeCompra: code } = result.purchase;
    const missing = result.missing ?? result.purchase.missing ?? 0;
    this.books.sell(voucher, { opId: envelope.opId, code, price, missing });
    if (missing > 0) voucher.isClosed = true;
  }

  protected async balances(): Promise<Map<string, number>> {
    const { rows } = await this.database.query<{ id: string; balance: number }>({
      text: 'select id, balance from voucher where owner_id = any ($1::uuid[])',
      values: [this.market.customers],
    });
    return new Map(rows.map(({ id, balance }) => [id, balance]));
  }

  /** The ledger's figures: the stall's by its own call, and the sums of the accounts. */
  async figuresNow(): Promise<Books['figures']> {
    const [dues] = (await this.market.read('stall', '/cash/stalls')).body as unknown as StallBalance[];
    const { rows } = await this.database.query<{ kind: string; sum: number }>({
      text: `select a.kind, sum(p.amount)::bigint as sum from posting p join ledger_account a on a.id = p.account_id
        where a.market_id = $1 and a.kind <> 'voucher' group by a.kind`,
      values: [this.market.id],
    });
    const sums = new Map(rows.map(({ kind, sum }) => [kind, sum]));
    const sum = (kind: string): number => Number(sums.get(kind) ?? 0);
    expect(dues?.owed, 'the stall’s own account').toBe(sum('stall'));
    return {
      owed: sum('stall'),
      held: dues?.held ?? 0,
      till: 0 - sum('cash'),
      spentByMarket: sum('treasury'),
      borne: 0 - sum('guarantee') - sum('debt'),
    };
  }

  async compare(): Promise<void> {
    const balances = await this.balances();
    expect(this.books.vouchers.map(({ uuid }) => balances.get(uuid))).toEqual(
      this.books.vouchers.map(({ left }) => left),
    );
    expect(balances.size, 'vouchers that nobody has').toBe(this.books.vouchers.length);
    expect(await this.figuresNow()).toEqual(this.books.figures);
  }
}
