import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { verifySignature } from '#src/client/device/crypto.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { fromBase64Url } from '#src/protocol/base64url.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { envelopeText, requestText } from '#src/protocol/signed-texts.ts';
import '#tests/support/browser/browser-globals.ts';
import {
  type EnrolledDevice,
  issueVoucher,
  makeIssuer,
  openEnrolledDevice,
  refused,
} from '#tests/support/device/enrolled-device.ts';
import { unreachable } from '#tests/support/device/sync-ports.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

describe("an enrolled device's journal", () => {
  const issuer = forSuite(makeIssuer);
  const stall = forEachTest(() => openEnrolledDevice(issuer));
  const voucher = forEachTest(() => issueVoucher(issuer, 80_000, stall.clock.now));

  const sell = async (count: number): Promise<OpId[]> => {
    const sales: OpId[] = [];
    for (let place = 0; place < count; place += 1) sales.push(await stall.sell(voucher, 1));
    return sales;
  };
  const isSigned = (text: string, sig: string): Promise<boolean> =>
    verifySignature(
      stall.keys.publicKey,
      new Uint8Array(new TextEncoder().encode(text)),
      fromBase64Url(sig) ?? new Uint8Array(),
    );

  it("signs every envelope and every call with the device's key", async () => {
    await sell(2);
    await stall.drain();
    const [call] = stall.calls;
    if (!call) throw new Error('nothing was sent');
    expect(await isSigned(requestText(call), call.proof)).toBe(true);
    expect(await isSigned(requestText({ ...call, sentAt: 'changed' }), call.proof)).toBe(false);
    for (const { envelope, sig } of call.entries)
      expect(await isSigned(envelopeText((envelope as Envelope).hash), sig)).toBe(true);
  });

  it('holds the lock while a batch is on its way, even when the disk fails meanwhile', async () => {
    const [, second = toOpId('')] = await sell(2);
    const events: string[] = [];
    stall.db.statuses.hook('updating', (change, opId) => {
      const isAhead = opId === second && 'state' in change && change.state === 'sending';
      if (isAhead && events.includes('halved')) throw new Error('the disk is full');
    });
    const drained = stall.drain({
      leader: async (work) => {
        await work().finally(() => events.push('let go'));
        return true;
      },
      server: {
        ...serverOf(stall),
        sync: async (request) => {
          if (request.entries.length > 1) {
            events.push('halved');
            return refused('INTERNAL', 500);
          }
          for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          events.push('answered');
          return serverOf(stall).sync(request);
        },
      },
    });
    await expect(drained).rejects.toThrow('the disk is full');
    expect(events).toEqual(['halved', 'answered', 'let go']);
  });

  it('stops a revoked device without losing its outbox, and empties its caches', async () => {
    const [sale = toOpId('')] = await sell(1);
    stall.outcomes = [refused('DEVICE_REVOKED', 403)];
    await stall.drain();
    expect(await stall.status(sale)).toMatchObject({
      state: 'pending',
      attempts: 0,
      lastError: 'DEVICE_REVOKED',
      nextAttemptAt: stall.clock.now + 600_000,
    });
    expect((await readEnrolment(stall.db))?.state).toBe('revoked');
    expect(stall.forgotten).toBe(1);
    expect(await stall.accept(sale)).toMatchObject({ reason: 'NOT_ENROLLED' });
    stall.clock.now += 600_000;
    stall.answer = { state: 'revoked' };
    stall.results = () => ({ state: 'in-review', reason: 'DEVICE_REVOKED' });
    await stall.drain();
    expect((await stall.status(sale)).state).toBe('in-review');
  });

  function serverOf(device: EnrolledDevice) {
    return {
      send: () => Promise.reject(new Error('not asked')),
      readKeys: () => Promise.resolve(unreachable),
      readBalances: () => Promise.resolve(unreachable),
      sync: (request: SyncRequest) => device.serve(request),
    };
  }
});
