import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import { readEnvelope } from '#src/client/local/db/operation.ts';
import { toAmount, toOpId, toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

describe('a top-up voided on a kiosk', () => {
  const issuer = forSuite(makeIssuer);
  const kiosk = forEachTest(() => openEnrolledDevice(issuer));

  async function issued(monto = 50_000) {
    const payload = { clientId: randomUUID(), uuid: toVoucherId(randomUUID()), monto: toAmount(monto) };
    const opId = await kiosk.place({ kind: 'top-up', payload });
    await kiosk.commands.issue(opId);
    return { opId, ...payload };
  }
  const intent = (topUpOpId: OpId, opId = toOpId(randomUUID())) => ({
    opId,
    topUpOpId,
    reason: 'WRONG_AMOUNT' as const,
    operatorId: kiosk.stallId,
  });
  const voids = async () =>
    (await kiosk.db.envelopes.toArray()).flatMap((stored) => {
      const envelope = readEnvelope(stored);
      return envelope?.kind === 'top-up-void' ? [envelope] : [];
    });

  it('waits for it in the outbox, once, and its voucher is no longer shown', async () => {
    const { opId, monto, uuid } = await issued();
    const asked = intent(opId);
    const both = await Promise.all([
      kiosk.commands.placeTopUpVoid(asked),
      kiosk.commands.placeTopUpVoid(intent(opId)),
    ]);
    expect(both).toEqual([{ kind: 'saved' }, { kind: 'saved' }]);
    const [written, ...others] = await voids();
    expect(others).toEqual([]);
    expect(written).toMatchObject({ after: opId, payload: { topUpOpId: opId, monto, uuid } });
    expect((await kiosk.status(opId)).offline).toEqual({ kind: 'voided', opId: written?.opId });
    kiosk.restart();
    expect(await kiosk.commands.issue(opId)).toEqual({ kind: 'settled' });
  });

  it('is requested from the server once that has answered, because the voucher may have been spent', async () => {
    const { opId, monto, uuid, clientId } = await issued(5_000);
    kiosk.results = ({ kind }) =>
      kind === 'top-up'
        ? {
            topUp: {
              _id: 'made',
              identification: '1',
              ownerName: 'luz',
              status: true,
              createAt: new Date(kiosk.clock.now).toISOString(),
              urlCodeQr: `http://localhost/code-qr?userId=${clientId}`,
              message: 'ok',
              monto,
              uuid,
            },
          }
        : {};
    await kiosk.drain();
    const asked = intent(opId);
    expect(await kiosk.commands.placeTopUpVoid(asked)).toEqual({ kind: 'ask-server', movementId: 'made' });
    expect(await voids()).toEqual([]);
    await kiosk.commands.noteVoidedTopUp(asked);
    await kiosk.commands.noteVoidedTopUp(asked);
    expect((await voids()).map((envelope) => [envelope.opId, envelope.after])).toEqual([
      [asked.opId, undefined],
    ]);
    expect(await kiosk.commands.placeTopUpVoid(intent(opId))).toEqual({ kind: 'saved' });
  });

  it('is refused to a person who does not work here, and when it was refused before', async () => {
    const { opId } = await issued();
    const stranger = { ...intent(opId), operatorId: randomUUID() };
    expect(await kiosk.commands.placeTopUpVoid(stranger)).toMatchObject({
      kind: 'refused',
      code: 'NOT_OPERATOR',
    });
    await kiosk.db.statuses.where('opId').equals(opId).modify({ state: 'refused' });
    expect(await kiosk.commands.placeTopUpVoid(intent(opId))).toMatchObject({ code: 'UNKNOWN_TOP_UP' });
    expect(await voids()).toEqual([]);
  });
});
