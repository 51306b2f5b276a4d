import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Session } from '#src/server/store/database.ts';
import { devicePort } from '#src/server/sync/sql/devices.ts';
import { operatorKeyPort } from '#src/server/sync/sql/operator-keys.ts';
import { enrolRow } from '#tests/support/device/enrol-row.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const now = new Date('2026-11-23T10:00:00Z');

describe("the database's knowledge of operator keys", () => {
  const { opened, market } = smallMarketForSuite();
  const inside = (work: (session: Session) => Promise<void>) => rolledBack(opened, work);
  const enrol = (session: Session, own: Parameters<typeof enrolRow>[2] = {}) =>
    enrolRow(market, session, own);
  const key = (publicKey: string, own: object = {}) => ({
    personId: market.stalls[0],
    publicKey,
    isUnderPin: true,
    seq: 9,
    at: now,
    ...own,
  });
  const decisions = (session: Session) =>
    run(
      session,
      `select kind, market_id, actor_id, device_id, subject_type, subject_id, subject_name, recorded_at from decision order by kind`,
    );
  const decided = (id: string, kind: string) => ({
    kind,
    market_id: market.markets[0],
    actor_id: market.stalls[0],
    device_id: id,
    subject_type: 'DEVICE',
    subject_id: id,
    subject_name: 'Caja',
    recorded_at: now,
  });

  it('is the one under the PIN, which the next one ends; each is a decision that the market can read', async () => {
    await inside(async (session) => {
      const { putOperatorKey, findOperatorKeys } = operatorKeyPort(session);
      const { readOperators } = devicePort(session);
      const id = await enrol(session);
      await putOperatorKey(id, key('first'));
      expect(await findOperatorKeys(id, ['first', 'other'])).toEqual([
        { personId: market.stalls[0], publicKey: 'first', untilSeq: null },
      ]);
      expect(await readOperators(id)).toMatchObject([{ pinKey: 'first', signsAfter: 9 }]);
      expect(await decisions(session)).toEqual([decided(id, 'operator-key-put')]);
      await putOperatorKey(id, key('first', { seq: 10 }));
      expect(await readOperators(id), 'the same again changes nothing').toMatchObject([
        { pinKey: 'first', signsAfter: 9 },
      ]);
      await run(session, 'delete from decision');
      await putOperatorKey(id, key('second', { seq: 12 }));
      expect(await findOperatorKeys(id, ['first'])).toMatchObject([{ untilSeq: 12 }]);
      expect(await readOperators(id)).toMatchObject([{ pinKey: 'second', signsAfter: 9 }]);
      expect(await decisions(session)).toEqual([decided(id, 'operator-key-replaced')]);
      await putOperatorKey(id, key('first', { seq: 15 }));
      expect(await findOperatorKeys(id, ['first'])).toMatchObject([{ untilSeq: null }]);
      expect(await findOperatorKeys(id, ['second'])).toMatchObject([{ untilSeq: 15 }]);
      expect(await findOperatorKeys(randomUUID(), ['first'])).toEqual([]);
    });
  });

  it("is a page's key beside it, which ends none, is no decision, and is no PIN’s", async () => {
    await inside(async (session) => {
      const { putOperatorKey, findOperatorKeys } = operatorKeyPort(session);
      const id = await enrol(session);
      await putOperatorKey(id, key('page', { isUnderPin: false }));
      expect(await devicePort(session).readOperators(id)).toMatchObject([{ pinKey: null, signsAfter: null }]);
      await putOperatorKey(id, key('pin'));
      await run(session, 'delete from decision');
      await putOperatorKey(id, key('page again', { isUnderPin: false }));
      expect(await decisions(session)).toEqual([]);
      expect(
        (await findOperatorKeys(id, ['page', 'pin', 'page again'])).map(({ untilSeq }) => untilSeq),
      ).toEqual([null, null, null]);
    });
  });

  it('only covers operators, on that device and for that person', async () => {
    await inside(async (session) => {
      const { putOperatorKey, findOperatorKeys } = operatorKeyPort(session);
      const [id, other, waiting] = [
        await enrol(session),
        await enrol(session),
        await enrol(session, { approved: null }),
      ];
      await putOperatorKey(waiting, key('k'));
      await putOperatorKey(id, key('k', { personId: market.point }));
      expect([
        ...(await findOperatorKeys(waiting, ['k'])),
        ...(await findOperatorKeys(id, ['k'])),
        ...(await decisions(session)),
      ]).toEqual([]);
      await run(
        session,
        `insert into device_operator (device_id, person_id, enrolled_at, approved_at) values ($1, $2, $3, $3)`,
        id,
        market.point,
        new Date(0),
      );
      await putOperatorKey(id, key('mine'));
      await putOperatorKey(other, key('elsewhere'));
      await putOperatorKey(id, key('theirs', { personId: market.point }));
      const ended = await run(session, 'select public_key from operator_key where until_seq is not null');
      expect(ended).toEqual([]);
      expect(await devicePort(session).readOperators(id)).toMatchObject([
        { pinKey: 'theirs' },
        { pinKey: 'mine' },
      ]);
      await run(
        session,
        'update device_operator set approved_at = null where device_id = $1 and person_id = $2',
        id,
        market.stalls[0],
      );
      await putOperatorKey(id, key('not any more'));
      expect(await run(session, 'select public_key from operator_key where until_seq is not null')).toEqual(
        [],
      );
    });
  });
});
