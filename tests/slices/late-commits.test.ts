import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { postPurchaseIn } from '#src/operations/purchase/post.ts';
import { findBalance, readBalanceList } from '#src/protocol/balance-list.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { requestText } from '#src/protocol/signed-texts.ts';
import { settledPosition } from '#src/server/ledger/commit-order.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import { blockVoucher } from '#src/server/ledger/vouchers.ts';
import type { Database, Session, Statement } from '#src/server/store/database.ts';
import { gate } from '#tests/support/gate.ts';
import { openMarket } from '#tests/support/market/open-market.ts';
import { forSuite } from '#tests/support/suite.ts';

const zone = 'America/Bogota';
const all = { market: null, accounts: ['voucher', 'stall', 'cash', 'points'], before: null };

/**
 * A movement's id is generated before its transaction commits, and several processes read each other's
 * writes.
 */
describe('a movement that commits during reads', () => {
  const place = forSuite(openMarket, (one) => one.stop());
  /** A second server on the same data. */
  const neighbour = forSuite(
    () => place.opened.openAnother(),
    (one) => one.close(),
  );

  const sell = async (): Promise<void> => {
    const voucher = await place.issue(5_000);
    for (const price of [1_000, 500]) expect((await place.buy(voucher, price)).status).toBe(201);
  };
  const database = (): Database => place.opened.database;
  /** The sums according to the ledger. */
  const totals = async () => {
    const { rows } = await database().query<{ account: string; total: number }>({
      text: `select a.kind as account, sum(p.amount)::bigint as total from posting p
        join ledger_account a on a.id = p.account_id where a.kind = any ($1::text[]) group by a.kind`,
      values: [all.accounts],
    });
    return Object.fromEntries(rows.map(({ account, total }) => [account, total]));
  };
  const summed = (sums: readonly { account: string; total: number }[]) => {
    const totalOf: Record<string, number> = {};
    for (const { account, total } of sums)
      if (account !== 'points') totalOf[account] = (totalOf[account] ?? 0) + total;
    return totalOf;
  };

  /** The same database, with an event before the first statement of this name. */
  const before = (name: string, happens: () => Promise<unknown>): Database => {
    let isFirst = true;
    const query = async (session: Session, statement: Statement) => {
      if (statement.name === name && isFirst) {
        isFirst = false;
        await happens();
      }
      return session.query(statement);
    };
    const wrap = (session: Session): Session =>
      ({
        query: (statement: Statement) => query(session, statement),
      }) as Session;
    return {
      ...database(),
      query: (statement: Statement) => query(database(), statement),
      transaction: (work: (session: Session) => Promise<unknown>, lane) =>
        database().transaction((session) => work(wrap(session)), lane),
    } as Database;
  };

  it("is folded into its day's sums once, by the first of two servers", async () => {
    await sell();
    let second: Promise<void> = Promise.resolve();
    const first = before('fold-days', async () => {
      second = foldDays(neighbour, zone);
      // The other one has folded the slice already, or waits for this one's row lock.
      await vi.waitUntil(async () => {
        const { rows } = await neighbour.query<{ met: boolean }>({
          text: `select exists (select 1 from ledger_day) or exists (select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock') as met`,
        });
        return rows[0]?.met;
      });
    });
    await foldDays(first, zone);
    await second;
    expect(summed(await readSums(database(), zone, all))).toEqual(await totals());
  });

  it('is counted once when another server folds it between the reads of position and sums', async () => {
    await sell();
    const folding = before('ledger-sums', () => foldDays(neighbour, zone));
    expect(summed(await readSums(folding, zone, all))).toEqual(await totals());
  });

  it("is counted when the server's clock was 16 minutes ahead and has been corrected", async () => {
    const real = Date.now.bind(Date);
    const ahead = vi.spyOn(Date, 'now').mockImplementation(() => real() + 16 * 60_000);
    await sell();
    await foldDays(database(), zone);
    ahead.mockRestore();
    await sell();
    await foldDays(database(), zone);
    expect(summed(await readSums(database(), zone, all))).toEqual(await totals());
    expect(await place.findings()).toEqual([]);
  });

  it('is counted when another server with a slow clock commits it after the fold has passed its time', async () => {
    const [written, held] = [gate(), gate()];
    const [voucher, hour] = [await place.issue(9_000), 3_600_000];
    const late = neighbour.transaction(async (session) => {
      const entry = { op: toOpId(randomUUID()), hash: 'late', voucher: voucher.codeQrUuid, actor: null };
      const sale = {
        ...entry,
        customer: voucher.userId,
        stall: place.market.ids['ESTANTE'],
        price: toAmount(700),
      };
      await postPurchaseIn(session, new Date(Date.now() - hour), sale);
      written.open();
      await held.opened;
    });
    await written.opened;
    await sell();
    await foldDays(database(), zone);
    held.open();
    await late;
    expect(summed(await readSums(database(), zone, all))).toEqual(await totals());
    await foldDays(database(), zone);
    expect(summed(await readSums(database(), zone, all))).toEqual(await totals());
    expect(await place.findings()).toEqual([]);
  });

  it("is settled without waiting for open transactions of the cluster's other databases", async () => {
    const elsewhere = await openMarket();
    const [written, held] = [gate(), gate()];
    const open = elsewhere.opened.database.transaction(async (session) => {
      await session.query({ text: `insert into app_setting (key, value) values ('open', '1')` });
      written.open();
      await held.opened;
    });
    await written.opened;
    const before = await settledPosition(database());
    await sell();
    expect(await settledPosition(database())).toBeGreaterThan(before);
    const { rows } = await database().query<{ xid: number }>({
      text: 'select xid from movement order by id desc limit 1',
    });
    expect(await settledPosition(database())).toBeGreaterThan(rows[0]?.xid ?? Infinity);
    held.open();
    await open;
    await elsewhere.stop();
  });

  it("is in a stall's next list of changes, though it was written before the stall's last list", async () => {
    const stall = await place.stallDevice();
    const voucher = await place.issue(5_000);
    const listSince = async (since: number) => {
      const body: { proof?: string } & Record<string, unknown> = {
        deviceId: stall.id,
        sentAt: new Date().toISOString(),
        since,
      };
      const { rawPayload } = await place.app.inject({
        method: 'POST',
        url: '/api/v1/sync/snapshot',
        payload: { ...body, proof: stall.sign(requestText(body)) },
      });
      return readBalanceList(new Uint8Array(rawPayload));
    };
    // Its movement has an id and is not committed yet when the stall receives a list.
    const [written, held] = [gate(), gate()];
    const late = neighbour.transaction(async (session) => {
      await blockVoucher(session, voucher.codeQrUuid, 'person', new Date());
      written.open();
      await held.opened;
    });
    await written.opened;
    await sell();
    const { asOf } = await stall.askForList();
    held.open();
    await late;
    const list = await listSince(asOf);
    expect(list?.kind).toBe('changes');
    expect(list && findBalance(list, voucher.codeQrUuid)).toBe(0);
    expect(list && findBalance(list, toVoucherId(randomUUID()))).toBeNull();
  });
});
