import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { callServer } from '#src/client/api/call-server.ts';
import { onServerVersion } from '#src/client/state/server-version.ts';
import { sendOperation } from '#src/client/sync/send-operation.ts';
import { conflictCalls } from '#src/contract/conflicts/calls.ts';
import { reportCalls } from '#src/contract/reports/calls.ts';
import { readSyncAnswer, syncAnswerFrameSchema, type ReadSyncAnswer } from '#src/contract/sync/schemas.ts';
import { wireVersion, wireVersionHeader } from '#src/contract/version.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { issueVoucher, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

type Golden = {
  refusal: unknown;
  conflicts: unknown;
  sync: { results: Record<string, unknown>[] } & Record<string, unknown>;
};
const golden = JSON.parse(
  readFileSync(new URL('./golden/newer-server.json', import.meta.url), 'utf8'),
) as Golden;

/** The golden answer about these operations, as this client reads it. */
function read(opIds: readonly OpId[]): ReadSyncAnswer {
  const results = golden.sync.results.map((result, place) => ({ ...result, opId: opIds[place] ?? 'none' }));
  return readSyncAnswer(syncAnswerFrameSchema.parse({ ...golden.sync, results }));
}

describe('a server newer than the device', () => {
  const issuer = forSuite(makeIssuer);
  const stall = forEachTest(() => openEnrolledDevice(issuer));
  const voucher = forEachTest(() => issueVoucher(issuer, 80_000, stall.clock.now));
  const realFetch = globalThis.fetch;

  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  it('is understood as far as possible: an unknown part only affects its operation', async () => {
    const sales: OpId[] = [];
    for (const price of [1_000, 2_000, 3_000, 4_000]) sales.push(await stall.sell(voucher, price));
    stall.outcomes = [{ kind: 'ok', status: 200, data: read(sales), replayed: false }];
    await stall.drain();
    const statuses = await Promise.all(sales.map((opId) => stall.status(opId)));
    expect(statuses.map(({ state, lastError }) => [state, lastError])).toEqual([
      // Accepted, with an unknown reason on its receipt.
      ['accepted', null],
      // An unknown state: queried again, and not shown as paid or refused.
      ['pending', 'newer-version'],
      // Refused with an unknown code.
      ['refused', 'CLOSED_FOR_THE_DAY'],
      ['accepted', null],
    ]);
    expect(read(sales).operators.map(({ ownerName }) => ownerName)).toEqual(['Rosalba']);
  });

  it('explains its refusal in its own sentence to a client that does not know the code', async () => {
    globalThis.fetch = async () => Response.json(golden.refusal, { status: 409 });
    const body = { codeCompra: 'C-7K4M2QXD', reason: 'error' };
    expect(await callServer(reportCalls.voidPurchase, { opId: toOpId('op-12345678'), body })).toMatchObject({
      kind: 'refused',
      code: 'VOIDS_CLOSED_TODAY',
      message: 'Hoy no se anulan ventas en este mercado.',
    });
  });

  it('is understood except for unknown rows, which is shown', async () => {
    const told: string[] = [];
    onServerVersion((met) => told.push(met));
    const newer = { [wireVersionHeader]: String(wireVersion + 1) };
    globalThis.fetch = async () => Response.json(golden.conflicts, { headers: newer });
    const outcome = await callServer(conflictCalls.listConflicts);
    expect(outcome.kind === 'ok' && outcome.data.items.map(({ _id }) => _id)).toEqual(['known']);
    expect(told).toEqual(['newer']);
    // The same from a server that does not claim to be newer is not ours.
    globalThis.fetch = async () => Response.json(golden.conflicts);
    expect(await callServer(conflictCalls.listConflicts)).toMatchObject({ reason: 'not-ours' });
  });

  it('that no longer serves this client shows it once, and the operation waits for the next version', async () => {
    const told: string[] = [];
    onServerVersion((met) => told.push(met));
    const refusal = { code: 'CLIENT_TOO_OLD', message: 'Actualícela.' };
    globalThis.fetch = async () => Response.json(refusal, { status: 426 });
    const payload = {
      userId: voucher.ownerId,
      estanteId: voucher.id,
      codeQrUuid: voucher.id,
      price: 500,
      by: 'holder',
    };
    const sale = { opId: toOpId('op-1'), kind: 'purchase', payload } as unknown as Envelope;
    expect(await sendOperation(sale, null)).toMatchObject({ kind: 'again', reason: 'CLIENT_TOO_OLD' });
    expect(told).toEqual(['too-old']);
  });
});
