import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toVoucherId } from '#src/contract/brands.ts';
import { findBalance, readBalanceList } from '#src/domain/voucher/balance-snapshot.ts';
import { requestText } from '#src/domain/device/device-proof.ts';
import { foldDays, readSums, sumsIn } from '#src/server/ledger/day-sums.ts';
import type { Database, Session, Statement } from '#src/server/store/database.ts';
import { openOfflineMarket, type OfflineMarket } from '#tests/support/offline-market.ts';

const zone = 'America/Bogota';
const all = { market: null, accounts: ['voucher', 'stall', 'cash', 'points'], before: null };

/** The id of a movement is made before its transaction commits, and several processes read what others write. */
describe('a movement that commits while others read', () => {
  let place: OfflineMarket;
  /** as a second server sees the same data */
  let neighbour: Database;
  beforeAll(async () => {
    place = await openOfflineMarket();
    neighbour = await place.opened.openAnother();
  });
  afterAll(async () => {
    await neighbour.close();
    await place.stop();
  });

  const sell = async (): Promise<void> => {
    const voucher = await place.issue(5_000);
    for (const price of [1_000, 500]) expect((await place.buy(voucher, price)).status).toBe(201);
  };
  const database = (): Database => place.opened.database;
  /** The sums as the ledger itself has them. */
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

  /** The same database, with something that happens before the first statement of this name. */
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

  it('is folded into the sums of its day once, by whichever of two servers is first', async () => {
    await sell();
    let second: Promise<void> = Promise.resolve();
    const first = before('fold-days', async () => {
      second = foldDays(neighbour, zone, 0);
      // The other one either has folded the slice already, or waits for the row that this one has locked.
      await vi.waitUntil(async () => {
        const { rows } = await neighbour.query<{ met: boolean }>({
          text: `select exists (select 1 from ledger_day) or exists (select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock') as met`,
        });
        return rows[0]?.met;
      });
    });
    await foldDays(first, zone, 0);
    await second;
    expect(summed(await readSums(database(), zone, all))).toEqual(await totals());
  });

  it('is counted once when another server folds it between the question where the fold is and the sums', async () => {
    await sell();
    const folding = before('ledger-sums', () => foldDays(neighbour, zone, 0));
    expect(summed(await sumsIn(folding, zone, all))).toEqual(await totals());
  });

  it("is in the next list of changes of a stall, though its id is older than the stall's last list", async () => {
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
    const { rows } = await database().query<{ id: string }>({
      text: 'select movement_id as id from posting where account_id = $1',
      values: [voucher.codeQrUuid],
    });
    const made = Number.parseInt((rows[0]?.id ?? '').replaceAll('-', '').slice(0, 12), 16);
    await vi.waitUntil(() => Date.now() > made + 1);
    const list = await listSince(made + 1);
    expect(list?.kind).toBe('changes');
    expect(list && findBalance(list, voucher.codeQrUuid)).toBe(5_000);
    expect(list && findBalance(list, toVoucherId(randomUUID()))).toBeNull();
  });
});
