import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toAmount, toOpId } from '#src/contract/brands.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post, type Movement } from '#src/server/ledger/journal.ts';
import { marketLeg, voucherLeg } from '#src/server/ledger/legs.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { run } from '#tests/support/server/rolled-back.ts';

/** Finding A-1: a leg under another market than its voucher's unbalanced two markets permanently. */
describe('a movement that does not sum to 0 in each market', () => {
  const { opened, market } = smallMarketForSuite();

  /**
   * Writes a movement without the journal, with these amounts on the guarantee and treasury accounts of two
   * markets.
   */
  const written = (legs: readonly [kind: string, of: 0 | 1, amount: number][]) =>
    opened.database.transaction(async (session: Session) => {
      const id = uuidV7();
      await run(
        session,
        `insert into movement (id, kind, reference, recorded_at) values ($1, 'assignment', $2, now())`,
        id,
        randomUUID(),
      );
      await run(
        session,
        `insert into posting (movement_id, leg, account_id, amount)
          select $1, l.n, a.id, l.amount from unnest($2::text[], $3::uuid[], $4::bigint[]) with ordinality as l (kind, owner, amount, n)
            join ledger_account a on a.kind = l.kind and a.owner_id = l.owner`,
        id,
        legs.map(([kind]) => kind),
        legs.map(([, of]) => market.markets[of]),
        legs.map(([, , amount]) => amount),
      );
      return id;
    }, 'money');
  const count = async (): Promise<number> =>
    (await opened.database.query<{ n: number }>({ text: 'select count(*)::int as n from movement' })).rows[0]
      ?.n ?? -1;

  it('is rejected by the database, whatever program writes it', async () => {
    const before = await count();
    const refused = /sums to -?\d+ in market/;
    await expect(written([['guarantee', 0, 5]])).rejects.toThrow(refused);
    await expect(
      written([
        ['guarantee', 0, 5],
        ['treasury', 0, -4],
      ]),
    ).rejects.toThrow(refused);
    await expect(
      written([
        ['guarantee', 0, 5],
        ['guarantee', 1, -5],
      ]),
    ).rejects.toThrow(refused);
    expect(await count()).toBe(before);
    await written([
      ['guarantee', 0, 5],
      ['treasury', 0, -5],
      ['guarantee', 1, 3],
      ['treasury', 1, -3],
    ]);
    expect(await count()).toBe(before + 1);
  });

  it("is not posted when a leg names another market than its voucher's", async () => {
    const [voucher, other] = [await market.issue(8_000), await market.issue(8_000)];
    const [, there] = market.markets;
    for (const legs of [
      [voucherLeg(voucher, there, -5_000), marketLeg('treasury', there, 5_000)],
      [voucherLeg(voucher, there, -5_000), voucherLeg(other, there, 5_000)],
    ]) {
      const movement = {
        id: uuidV7(),
        kind: 'assignment',
        reference: toOpId(randomUUID()),
        recordedBy: null,
        recordedAt: new Date(),
        legs,
        detail: null,
      } satisfies Movement;
      await expect(
        opened.database.transaction((session) => post(session, movement), 'money'),
      ).rejects.toThrow(/another market/);
    }
    const { rows } = await opened.database.query({
      text: 'select balance from voucher where id = any ($1::uuid[])',
      values: [[voucher, other]],
    });
    expect(rows).toEqual([{ balance: toAmount(8_000) }, { balance: toAmount(8_000) }]);
  });
});
