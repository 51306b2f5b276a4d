import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { sendOperation } from '#src/client/sync/send-operation.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toOpId, toVoucherId } from '#src/protocol/brands.ts';

const real = globalThis.fetch;
const purchase = {
  opId: toOpId(randomUUID()),
  kind: 'purchase',
  payload: {
    userId: randomUUID(),
    estanteId: randomUUID(),
    codeQrUuid: toVoucherId(randomUUID()),
    price: 500,
    by: 'holder',
  },
} as unknown as Envelope;

describe('a server older than the device', () => {
  afterEach(() => {
    globalThis.fetch = real;
  });

  it.each(['ROUTE_NOT_FOUND', 'NOT_IMPLEMENTED'])(
    'that answers %s leaves the operation open, because that is no refusal',
    async (code) => {
      const status = code === 'ROUTE_NOT_FOUND' ? 404 : 501;
      globalThis.fetch = async () => Response.json({ code, message: 'no' }, { status });
      expect(await sendOperation(purchase, null)).toMatchObject({ kind: 'again', reason: code });
    },
  );
});
