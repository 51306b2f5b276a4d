import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toAmount } from '#src/protocol/brands.ts';
import { devicePort, presencePort } from '#src/server/journal/sql/devices.ts';
import type { Session } from '#src/server/store/database.ts';
import { enrolRow } from '#tests/support/device/enrol-row.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const now = new Date('2026-11-23T10:00:00Z');
const later = new Date('2026-11-23T11:00:00Z');

describe("the database's knowledge of devices", () => {
  const { opened, market } = smallMarketForSuite();
  const inside = (work: (session: Session) => Promise<void>) => rolledBack(opened, work);
  const enrol = (session: Session, own: Parameters<typeof enrolRow>[2] = {}) =>
    enrolRow(market, session, own);
  const column = async (session: Session, id: string, name: string) =>
    (await run(session, `select ${name} from device where id = $1`, id))[0]?.[name];

  it('is the state of each, ordered by id, including revoked ones', async () => {
    await inside(async (session) => {
      const port = devicePort(session);
      const ids = [await enrol(session), await enrol(session, { approved: null, revoked: later })];
      await port.writeHead(ids[0] ?? '', { ackSeq: 9, headHash: 'h', gaps: [[5, 6]], awaiting: [7] }, 3);
      const base = {
        marketId: market.markets[0],
        name: 'Caja',
        publicKey: 'key',
        start: { seq: 4, hash: 'start' },
        reportedAt: null,
        unsignedTotal: 0,
      };
      const all = [
        {
          ...base,
          id: ids[0],
          revokedAt: null,
          isApproved: true,
          contacts: 3,
          head: { ackSeq: 9, headHash: 'h', gaps: [[5, 6]], awaiting: [7] },
        },
        {
          ...base,
          id: ids[1],
          revokedAt: later,
          isApproved: false,
          contacts: 0,
          head: { ackSeq: 4, headHash: 'start', gaps: [], awaiting: [] },
        },
      ].toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
      expect(await port.readDevices([...ids].reverse())).toEqual(all);
      expect(await port.lockDevices(ids)).toEqual(all);
      expect(await port.readDevices([randomUUID()])).toEqual([]);
      expect(await port.readDevices([])).toEqual([]);
    });
  });

  it('is its last contact, its reports and its last presence, which never goes back', async () => {
    await inside(async (session) => {
      const port = devicePort(session);
      const [id, other] = [await enrol(session), await enrol(session)];
      const head = { ackSeq: 9, headHash: 'h', gaps: [], awaiting: [] };
      for (const contact of [1, 3, 2]) await port.writeHead(id, head, contact);
      const known = new Map((await port.readDevices([id, other])).map((one) => [one.id, one.contacts]));
      expect([known.get(id), known.get(other)]).toEqual([3, 0]);
      await port.touchDevice(id, later);
      await port.touchDevice(id, now);
      expect(await column(session, id, 'last_seen_at')).toEqual(later);
      const report = {
        sentAt: now,
        clockSkewMs: -5,
        lastSeq: 8,
        openCount: 2,
        openSum: 700,
        appVersion: '1.2',
        storage: 'persistent',
        snapshotAsOf: 77,
      };
      await port.writeReport(id, report);
      const columns =
        'reported_at, clock_skew_ms, reported_seq, open_count, open_sum, app_version, storage, snapshot_as_of';
      expect(await run(session, `select ${columns} from device where reported_at is not null`)).toEqual([
        {
          reported_at: now,
          clock_skew_ms: -5,
          reported_seq: 8,
          open_count: 2,
          open_sum: 700,
          app_version: '1.2',
          storage: 'persistent',
          snapshot_as_of: 77,
        },
      ]);
    });
  });

  it('is its approved operators, in the order of their arrival', async () => {
    await inside(async (session) => {
      const port = devicePort(session);
      const [id, other] = [await enrol(session), await enrol(session, { approved: null })];
      const join = (person: string, at: Date, approved: Date | null) =>
        run(
          session,
          `insert into device_operator (device_id, person_id, enrolled_at, approved_at) values ($1, $2, $3, $4)`,
          id,
          person,
          at,
          approved,
        );
      await join(market.point, new Date(0), now);
      await join(market.stalls[1], now, null);
      const operators = await port.readOperators(id);
      expect(operators.map((one) => one.id)).toEqual([market.point, market.stalls[0]]);
      expect(operators[1]).toEqual({
        id: market.stalls[0],
        ownerName: 'Nombre de prueba',
        userType: 'ESTANTE',
        status: 'APROBADO',
        isActive: true,
        isSuspended: false,
        suspendedSeq: null,
      });
      expect(await port.readOperators(other)).toEqual([]);
    });
  });

  it("is the key of a proof: the server's, or an approved kiosk's", async () => {
    await inside(async (session) => {
      const port = devicePort(session);
      const [id, waiting] = [
        await enrol(session, { revoked: now }),
        await enrol(session, { approved: null }),
      ];
      const prefixOf = (of: string) => of.replaceAll('-', '').slice(0, 16);
      expect(await port.findProofKey({ by: 'kiosk', devicePrefix: prefixOf(id) })).toBe('key');
      expect(await port.findProofKey({ by: 'kiosk', devicePrefix: prefixOf(waiting) })).toBeNull();
      expect(await port.findKioskMarket(prefixOf(id))).toBe(market.markets[0]);
      expect(await port.findKioskMarket(prefixOf(waiting))).toBeNull();
      expect(await port.findProofKey({ by: 'kiosk', devicePrefix: '0000000000000000' })).toBeNull();
      await run(
        session,
        `insert into issuing_key (kid, public_key, private_key, created_at, retired_at) values (77, 'issuing', '', now(), now())`,
      );
      expect(await port.findProofKey({ by: 'server', kid: 77 }), 'retired ones too').toBe('issuing');
      expect(await port.findProofKey({ by: 'server', kid: 999 })).toBeNull();
    });
  });

  it('is the total of top-ups without a session, up to the limit, until an operator signs in', async () => {
    await inside(async (session) => {
      const [id, other] = [await enrol(session), await enrol(session)];
      const { takeUnsigned, noteSignedIn } = presencePort(session);
      expect(await takeUnsigned(id, toAmount(400), toAmount(900))).toBe(true);
      expect(await takeUnsigned(id, toAmount(501), toAmount(900))).toBe(false);
      expect(await takeUnsigned(id, toAmount(500), toAmount(900))).toBe(true);
      expect([
        await column(session, id, 'unsigned_total'),
        await column(session, other, 'unsigned_total'),
      ]).toEqual([900, 0]);
      await noteSignedIn(id, market.point);
      expect(await column(session, id, 'unsigned_total'), 'a stranger changes nothing').toBe(900);
      await noteSignedIn(other, market.stalls[0]);
      expect(await column(session, id, 'unsigned_total')).toBe(900);
      await noteSignedIn(id, market.stalls[0]);
      expect(await column(session, id, 'unsigned_total')).toBe(0);
      await run(session, 'update device_operator set approved_at = null where device_id = $1', id);
      await takeUnsigned(id, toAmount(7), toAmount(900));
      await noteSignedIn(id, market.stalls[0]);
      expect(await column(session, id, 'unsigned_total'), 'nobody has approved them').toBe(7);
    });
  });
});
