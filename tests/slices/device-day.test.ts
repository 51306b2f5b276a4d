import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callServer } from '#src/client/api/call-server.ts';
import { callSync, readBalanceList, readKeySet } from '#src/client/api/sync.ts';
import { type Commands, createCommands } from '#src/client/commands/create-commands.ts';
import { signText } from '#src/client/device/crypto.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import { CacheDb } from '#src/client/local/offline/cache-db.ts';
import { signOutLocally } from '#src/client/state/session.ts';
import { drainOnce } from '#src/client/sync/drain.ts';
import { keepCurrent } from '#src/client/sync/keep-current.ts';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import { toAmount, toMarketCode, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { enrolText } from '#src/protocol/signed-texts.ts';
import { setOrigin } from '#tests/support/browser/browser-globals.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';
import { listen, signInAs } from '#tests/support/device/device-harness.ts';
import { syncPorts } from '#tests/support/device/sync-ports.ts';
import { restorableMarketForSuite } from '#tests/support/for-suite.ts';
import { newId } from '#tests/support/market/stored-operations.ts';

/** A tablet with its databases, its screens' commands, and its own key; the server is real. */
type Tablet = {
  db: MoneyDb;
  commands: Commands;
  personId: string;
  status(opId: OpId): Promise<OperationStatus | undefined>;
  /** Runs between the tap and the moment at which this device decides. */
  whileWaiting: () => Promise<void>;
  /** Sends everything, and fetches what offline decisions need. */
  contact(): Promise<void>;
  /**
   * Enrols like the screen, with its person signed in: keys stored first, then the server's answer, then the
   * operator.
   */
  enrol(): Promise<void>;
};

describe('a day of two tablets, from the tap to the ledger and back', () => {
  const { place, database } = restorableMarketForSuite();
  let kiosk: Tablet;
  let stall: Tablet;

  beforeAll(async () => {
    setOrigin(await listen(place.app));
    const limits = {
      perVoucher: toAmount(50_000),
      perDevice: toAmount(90_000),
      snapshotHours: 72,
      kioskVoucher: toAmount(60_000),
      kioskTotal: toAmount(100_000),
    };
    const set = await place.manage('/sync/limits', limits);
    expect(set.status).toBe(200);
    kiosk = await enrol('recarga', 'RECARGA', 'Kiosco 1');
    stall = await enrol('estante', 'ESTANTE', 'Tableta 7');
  });
  beforeEach(() => {
    kiosk.whileWaiting = stall.whileWaiting = () => Promise.resolve();
  });

  async function enrol(name: string, userType: 'RECARGA' | 'ESTANTE', deviceName: string): Promise<Tablet> {
    const [db, cache] = [new MoneyDb(randomUUID()), new CacheDb(randomUUID())];
    const personId = place.market.ids[userType];
    const tablet: Tablet = {
      db,
      personId,
      commands: createCommands(
        commandPorts(db, {
          cache,
          deliverRescue: async (sealed) => {
            const outcome = await callServer(deviceCalls.deliverRescue, { body: sealed });
            return outcome.kind === 'ok'
              ? { kind: 'delivered', counts: outcome.data }
              : { kind: 'failed', message: JSON.stringify(outcome) };
          },
          connection: { waitForAnswer: () => tablet.whileWaiting(), requestSync: () => undefined },
        }),
      ),
      status: (opId) => db.statuses.get(opId),
      whileWaiting: () => Promise.resolve(),
      contact: async () => {
        await drainOnce(db, ports);
        await keepCurrent(db, cache, ports);
      },
      enrol: async () => {
        await signInAs(place.app, `${name}@plaza.co`, userType);
        const { enrolment, journal } = await tablet.commands.prepareEnrolment();
        const { deviceId, keys } = enrolment;
        const proof = await signText(keys.privateKey, enrolText(deviceId, keys.publicKey, personId));
        const purpose = userType === 'RECARGA' ? 'enrol-top-up' : 'enrol-stall';
        const made = await place.manage('/market/codes', { purpose });
        const { publicKey } = keys;
        const marketCode = String(made.body['code']);
        const body = { deviceId, name: deviceName, publicKey, proof, journal, marketCode };
        expect((await callServer(deviceCalls.enrolDevice, { body })).kind).toBe('ok');
        await tablet.commands.finishEnrolment(deviceName, {
          id: personId,
          ownerName: name,
          userType,
          placeName: deviceName,
          marketName: 'Plaza',
          globalMarketId: toMarketCode(place.market.codes.own),
        });
        // From here on it needs no session, because it signs its requests.
        signOutLocally();
      },
    };
    const { privateKey } = (await tablet.commands.prepareEnrolment()).enrolment.keys;
    const ports = syncPorts({
      server: { sync: callSync, readKeys: readKeySet, readBalances: readBalanceList },
      sign: (text) => signText(privateKey, text),
    });
    await tablet.enrol();
    return tablet;
  }

  /** Has both fetch lists and keys anew, as if they were due. */
  /**
   * Brings all devices up to date with the kiosk's person signed in, so that top-ups without a session count
   * no more.
   */
  async function refresh(): Promise<void> {
    await signInAs(place.app, 'recarga@plaza.co', 'RECARGA');
    for (const { db, contact } of [kiosk, stall]) {
      await db.serverConfig.delete('spoken');
      await contact();
      signOutLocally();
    }
  }

  const placed = async (work: ReturnType<Commands['placePurchase']>): Promise<OpId> => {
    const result = await work;
    if (result.kind !== 'saved') throw new Error(JSON.stringify(result));
    await result.decision;
    return result.opId;
  };
  const sell = (voucherId: VoucherId, price: number, proof: string) =>
    placed(
      stall.commands.placePurchase({
        opId: newId(),
        payload: {
          userId: place.market.customer.id,
          estanteId: stall.personId,
          codeQrUuid: voucherId,
          price: toAmount(price),
          by: 'stall',
        },
        operatorId: stall.personId,
        voucher: null,
        label: { userName: 'luz', estanteName: 'Rosalba', proof },
      }),
    );
  const handOut = async (monto: number) => {
    const uuid = toVoucherId(randomUUID());
    const payload = { monto: toAmount(monto), uuid, clientId: place.market.customer.id };
    const label = { userName: 'luz' };
    const opId = await placed(
      kiosk.commands.placeTopUp({ opId: newId(), payload, operatorId: kiosk.personId, label }),
    );
    const offline = (await kiosk.status(opId))?.offline;
    return { opId, uuid, proof: offline?.kind === 'issued' ? offline.proof : '' };
  };
  const stateOf = async (tablet: Tablet, opId: OpId) => (await tablet.status(opId))?.state;

  it('without a link: a voucher issued and spent is settled, whichever tablet comes back first', async () => {
    await refresh();
    const { opId, uuid, proof } = await handOut(30_000);
    expect(proof).toMatch(/^v1\./);
    const sale = await sell(uuid, 12_000, proof);
    expect(await stall.status(sale)).toMatchObject({ state: 'pending', offline: { kind: 'accepted' } });
    await stall.contact();
    const accepted = (await stall.status(sale))?.offline;
    const acceptance = accepted?.kind === 'accepted' ? accepted.opId : newId();
    expect(await stateOf(stall, acceptance)).toBe('waiting-top-up');
    await kiosk.contact();
    expect(await stateOf(kiosk, opId)).toBe('accepted');
    await stall.commands.retryAll();
    await stall.db.statuses.update(acceptance, { nextAttemptAt: 0 });
    await stall.contact();
    expect(await stateOf(stall, acceptance)).toBe('accepted');
    expect(await place.balanceOf(uuid)).toBe(18_000);
    expect([await kiosk.db.exposures.count(), await stall.db.exposures.count()]).toEqual([0, 0]);
  });

  it('a tablet that can no longer send passes its sales to the other one, and the server delivers them in its name', async () => {
    const voucher = await place.issue(9_000);
    await refresh();
    const sale = await sell(voucher.codeQrUuid, 4_000, voucher.proof);
    const file = JSON.stringify(await stall.commands.exportOutbox());
    await signInAs(place.app, 'recarga@plaza.co', 'RECARGA');
    expect(await kiosk.commands.importOutbox(file)).toMatchObject({
      kind: 'delivered',
      counts: { total: 2, done: 2 },
    });
    signOutLocally();
    expect(await kiosk.db.rescued.toArray()).toEqual([]);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(5_000);
    await stall.contact();
    expect(await stateOf(stall, sale)).toBe('accepted');
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(5_000);
  });

  describe('a restore of the server to an older copy', () => {
    /** As if the time to report had come: it learns what the server lacks, and sends it. */
    const comeBack = async (tablet: Tablet): Promise<void> => {
      await tablet.db.serverConfig.delete('spoken');
      await tablet.contact();
      await tablet.contact();
    };

    it("is repaired with both devices' acknowledged operations, the stall reporting first", async () => {
      await refresh();
      await database.copy();
      const { opId, uuid } = await handOut(30_000);
      await kiosk.contact();
      stall.whileWaiting = () => stall.contact();
      const [sale, dear] = [await sell(uuid, 12_000, ''), await sell(uuid, 19_000, '')];
      expect([await stateOf(stall, sale), await stateOf(stall, dear)]).toEqual(['accepted', 'refused']);
      const [before, shown] = [await place.sums(), await stall.status(sale)];

      await database.putBack();
      expect(await place.balanceOf(uuid)).toBeUndefined();
      await comeBack(stall);
      expect(await stall.status(sale)).toEqual(shown);
      await comeBack(kiosk);
      await comeBack(stall);
      expect(await place.balanceOf(uuid)).toBe(18_000);
      expect(await place.sums()).toEqual(before);
      expect([await stateOf(kiosk, opId), await stateOf(stall, sale)]).toEqual(['accepted', 'accepted']);
      // The refused one stays refused, although the balance would suffice now.
      expect(await stateOf(stall, dear)).toBe('refused');
    });

    it("to before a tablet's enrolment names it, and has everything back once it is enrolled again", async () => {
      const voucher = await place.issue(20_000);
      await database.copy();
      const [own, late] = [stall, await enrol('estante', 'ESTANTE', 'Tableta 8')];
      late.whileWaiting = () => late.contact();
      stall = late;
      const sale = await sell(voucher.codeQrUuid, 6_000, voucher.proof);
      stall = own;
      expect(await stateOf(late, sale)).toBe('accepted');
      await database.putBack();
      await comeBack(late);
      const { deviceId } = (await late.commands.prepareEnrolment()).enrolment;
      const page = await place.as('ADMIN', '/devices/after-restore');
      expect(page.body).toMatchObject({
        devices: expect.arrayContaining([
          expect.objectContaining({ _id: deviceId, name: '', returnedAt: null }),
        ]),
      });
      await late.enrol();
      await comeBack(late);
      expect(await stateOf(late, sale)).toBe('accepted');
      expect(await place.balanceOf(voucher.codeQrUuid)).toBe(14_000);
      const after = (await place.as('ADMIN', '/devices/after-restore')).body;
      expect(after).toMatchObject({
        devices: expect.arrayContaining([
          expect.objectContaining({ _id: deviceId, name: 'Tableta 8', recovered: 1, recoveredSum: 6_000 }),
        ]),
      });
    });
  });
});
