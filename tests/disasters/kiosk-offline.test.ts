import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { toAmount, toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { holdDisk } from '#tests/support/device/held-disk.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

describe('a kiosk without a link', () => {
  const issuer = forSuite(makeIssuer);
  const kiosk = forEachTest(() => openEnrolledDevice(issuer));
  const topUp = async (monto: number) => {
    const payload = { clientId: randomUUID(), uuid: toVoucherId(randomUUID()), monto: toAmount(monto) };
    const opId = await kiosk.place({ kind: 'top-up', payload });
    return { opId, ...payload };
  };
  const issue = (opId: OpId) => kiosk.commands.issue(opId);

  it('issues nothing above its limits, counted over everything the server does not know', async () => {
    expect(await issue((await topUp(100_001)).opId)).toEqual({
      kind: 'refused',
      reason: 'KIOSK_VOUCHER_LIMIT',
      most: 100_000,
    });
    const [first, second] = await Promise.all([topUp(100_000), topUp(100_000)]);
    const results = await Promise.all([issue(first.opId), issue(second.opId)]);
    expect(results.map(({ kind }) => kind).sort()).toEqual(['issued', 'refused']);
    expect(results.find(({ kind }) => kind === 'refused')).toMatchObject({
      reason: 'KIOSK_TOTAL_LIMIT',
      most: 50_000,
    });
  });

  it('shows the same code after a crash between counting and signing, and counts it once', async () => {
    const { opId } = await topUp(100_000);
    const killed = () => Promise.reject(new Error('killed'));
    const { ports } = kiosk;
    await createCommands({ ...ports, crypto: { ...ports.crypto, signBytes: killed } })
      .issue(opId)
      .catch(() => undefined);
    expect((await kiosk.status(opId)).offline).toEqual({ kind: 'deciding' });
    kiosk.restart();
    const again = await issue(opId);
    expect(again.kind).toBe('issued');
    expect(await issue(opId)).toEqual(again);
    expect((await issue((await topUp(50_000)).opId)).kind).toBe('issued');
  });

  it('waits for a slow disk to keep a signed voucher, whose cash is in the till', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { opId } = await topUp(50_000);
    let release: () => Promise<void> = () => Promise.reject(new Error('the disk was not held'));
    const { crypto } = kiosk.ports;
    const signBytes: typeof crypto.signBytes = async (...given) => {
      const signed = await crypto.signBytes(...given);
      release = await holdDisk(kiosk.db.name);
      return signed;
    };
    const isHeld = vi.fn<typeof signBytes>(signBytes);
    const commands = createCommands({ ...kiosk.ports, crypto: { ...crypto, signBytes: isHeld } });
    const issued = commands.issue(opId).catch(String);
    await vi.waitFor(() => expect(isHeld.mock.settledResults[0]?.type).toBe('fulfilled'));
    await vi.advanceTimersByTimeAsync(12_000);
    await release();
    expect(await issued).toMatchObject({ kind: 'issued' });
  });
});
