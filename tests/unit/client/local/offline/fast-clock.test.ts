import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { noteServerTime } from '#src/client/local/device/device-clock.ts';
import { applyAnswers } from '#src/client/local/outbox/apply-receipt.ts';
import { toAmount, toPoints } from '#src/protocol/brands.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';
import { storePurchase } from '#tests/support/market/stored-operations.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const offsets = [0, 1, 2, 5, 10, 14, 15, 16, 60].flatMap((seconds) => [seconds, -seconds]);

/** The scanned balance outlived the sale that was paid 4 s later, with a lead of 5 to 15 s. */
describe('a device whose clock is wrong', () => {
  it.each(offsets)('%i s ahead knows the balance after its own sale, not the one before', async (ahead) => {
    const db = new MoneyDb(randomUUID());
    const clock = { true: noon, read: () => clock.true + ahead * 1_000 };
    const commands = createCommands(commandPorts(db, { clock: { now: clock.read } }));
    const steady = { since: 1, ms: clock.true };
    await noteServerTime(
      db,
      clock.true,
      { sentAt: clock.read(), receivedAt: clock.read(), tookMs: 0, steady },
      'x',
    );
    const opId = await storePurchase(db);
    const envelope = await db.envelopes.get(opId);
    if (!envelope || !('payload' in envelope) || envelope.kind !== 'purchase') throw new Error('no purchase');
    const voucherId = envelope.payload.codeQrUuid;

    await commands.rememberBalance({
      uuid: voucherId,
      monto: toAmount(50_000),
      status: true,
      readAt: { serverTime: new Date(clock.true).toISOString(), epoch: 1, position: 10 },
    });
    clock.true += 4_000;
    const receipt = {
      codeCompra: 'C-7K4M2QXD',
      nuevoSaldo: toAmount(38_000),
      price: toAmount(12_000),
      estanteName: 'Rosalba',
      userName: 'luz',
      codeQrUuid: voucherId,
      points: toPoints(0),
      createAt: new Date(clock.true).toISOString(),
    };
    const answered = { state: 'accepted' as const, receipt: { kind: 'purchase' as const, receipt } };
    await applyAnswers(db, [{ opId, answered }], { now: clock.read(), serverNow: clock.true });
    expect((await db.balances.get(voucherId))?.balance).toBe(38_000);
  });
});
