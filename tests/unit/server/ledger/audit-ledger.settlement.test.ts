import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VoucherId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { findingsAfter, run, sellAt } from '#tests/support/server/rolled-back.ts';

describe('the audit of offline sales', () => {
  const { opened, market } = smallMarketForSuite();
  let voucher: VoucherId;
  let own: Awaited<ReturnType<typeof sellAt>>;
  beforeAll(async () => {
    voucher = await market.issue(5_000);
    own = await opened.database.transaction((session) => sellAt(market, session, { voucher, price: 1_500 }));
  });

  const after = (breaking: (session: Session) => Promise<unknown>) => findingsAfter(opened, breaking);
  const deviceId = randomUUID();
  const device = (session: Session, head = 0) =>
    run(
      session,
      `insert into device (id, prefix, market_id, name, public_key, enrolled_at, start_seq, start_hash, ack_seq, head_hash, gaps)
          values ($1, '0123456789abcdef', $2, 'Caja', 'k', now(), 2, '', $3, '', '[]')`,
      deviceId,
      market.markets[0],
      head,
    );
  const line = async (session: Session, state: string, missing: number, of: string = own.op, op = 'sale') =>
    run(
      session,
      `insert into conflict_line (id, kind, state, reason, op_id, body_hash, purchase_op_id, market_id, stall_id, voucher_id,
            customer_id, price, missing, device_id, seq, occurred_at, recorded_at, resolved_at)
          values ($1, 'sale', $2, 'SPENT_ELSEWHERE', $3, 'h', $4, $5, $6, $7, $8, 1500, $9, $10, 1, now(), now(),
            case when $2 = 'resolved' then now() end)`,
      randomUUID(),
      state,
      op,
      of,
      market.markets[0],
      market.stalls[0],
      voucher,
      market.customer,
      missing,
      deviceId,
    );
  const accepted = (session: Session, of: string = own.op) =>
    run(
      session,
      `insert into accepted_purchase (op_id, purchase_op_id, device_id, seq, contact, stall_id, market_id, voucher_id, customer_id,
            price, is_paid_before, voucher_cap, device_cap, occurred_at, recorded_at)
          values ('sale', $1, $2, 1, 1, $3, $4, $5, $6, 1500, false, 0, 0, now(), now())`,
      of,
      deviceId,
      market.stalls[0],
      market.markets[0],
      voucher,
      market.customer,
    );
  const receipt = (session: Session, refusal: string | null) =>
    run(
      session,
      `insert into receipt (op_id, body_hash, refusal, answer, recorded_at) values ('sale', 'h', $1, '{}', now())`,
      refusal,
    );

  it('finds a market whose open lines differ from its overspend account', async () => {
    const name = async (of: number) => {
      const [row] = await run<{ name: string }>(
        opened.database,
        'select name from market where id = $1',
        market.markets[of],
      );
      return row?.name ?? '';
    };
    const open = (state: string) =>
      after(async (session) => {
        await device(session, 2);
        await line(session, state, 40);
      });
    expect(await open('overspend')).toEqual([`Market ${await name(0)}: overspend 0, its open lines say 40.`]);
    expect(await open('resolved')).toEqual([]);
  });

  it('finds a sale with a shortfall that no line records', async () => {
    const missing = (of: number, state = 'resolved') =>
      after(async (session) => {
        await device(session, 2);
        await run(session, 'update purchase set missing = 40 where movement_id = $1', own.movement);
        if (of > 0) await line(session, state, of);
      });
    const finding = `Purchase ${own.code} misses 40 and no line says so.`;
    expect(await missing(0)).toContain(finding);
    expect(await missing(39)).toContain(finding);
    expect(await missing(40)).not.toContain(finding);
  });

  it('finds an accepted sale that was lost', async () => {
    const forgotten = (work: (session: Session) => Promise<unknown>) =>
      after(async (session) => {
        await device(session, 2);
        await accepted(session);
        await work(session);
      });
    const finding = 'Accepted sale sale has neither receipt nor line.';
    expect(await forgotten(() => Promise.resolve())).toEqual([finding]);
    for (const state of ['waiting', 'review'])
      expect(await forgotten((session) => line(session, state, 0))).toEqual([]);
    expect(await forgotten((session) => line(session, 'resolved', 0))).toEqual([finding]);
    expect(await forgotten((session) => line(session, 'waiting', 0, own.op, 'another'))).toEqual([finding]);
    expect(await forgotten((session) => receipt(session, null))).toEqual([]);
    expect(await forgotten((session) => receipt(session, 'FORBIDDEN'))).toEqual([]);
  });

  it('finds a settled sale that was never paid', async () => {
    const settled = (refusal: string | null) =>
      after(async (session) => {
        await device(session, 2);
        await accepted(session, 'never');
        await receipt(session, refusal);
      });
    expect(await settled(null)).toEqual(['Accepted sale sale is settled and nothing was paid.']);
    expect(await settled('REVIEW_REJECTED')).toEqual([]);
  });

  it('finds a journal whose head is not its newest entry', async () => {
    const entry = (session: Session, seq: number) =>
      run(
        session,
        `insert into journal_entry (op_id, device_id, seq, hash, prev_hash, is_fork, contact, kind, envelope, sig, uploaded_by, recorded_at)
            values ($1, $2, $3, 'h', '', false, 1, 'purchase', '{}', 's', $2, now())`,
        `entry ${seq}`,
        deviceId,
        seq,
      );
    const head = (ack: number, seqs: number[]) =>
      after(async (session) => {
        await device(session, ack);
        for (const seq of seqs) await entry(session, seq);
      });
    const finding = (ack: number, journal: number) => [
      `Device Caja (${deviceId}) says head ${ack}, its journal ${journal}.`,
    ];
    expect(await head(2, [])).toEqual([]);
    expect(await head(2, [1, 2]), 'of before it was enrolled').toEqual([]);
    expect(await head(5, [3, 5])).toEqual([]);
    expect(await head(4, [3, 5])).toEqual(finding(4, 5));
    expect(await head(6, [3, 5])).toEqual(finding(6, 5));
    expect(await head(3, [])).toEqual(finding(3, 2));
  });
});
