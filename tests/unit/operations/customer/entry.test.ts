import { expect, it } from 'vitest';
import { recordOfflineCustomer } from '#src/operations/customer/entry.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import type { EntryContext } from '#src/server/journal/entry-context.ts';
import { entryContext, entryOf, vouchedAtPoint } from '#tests/support/device/sync-entry.ts';

const clientId = 'cccccccc-0000-4000-8000-000000000001';
const luz = { ownerName: 'Luz', identificacion: '52123456' };

async function register(signed: typeof luz, carried: typeof luz | null, own: Partial<EntryContext> = {}) {
  const { context, written } = entryContext({}, own);
  const envelope = entryOf('customer', { clientId, dataHash: canonicalHash(signed) });
  return { result: await recordOfflineCustomer(context, envelope, vouchedAtPoint, carried), written };
}

it('a customer registered offline has no invisible characters, though the device signed them (C6)', async () => {
  const hidden = { ownerName: 'Luz\u200B Marina\u202E', identificacion: 'CC\u00AD 1' };
  const { written } = await register(hidden, hidden);
  const seen = { id: clientId, ownerName: 'Luz Marina', identificacion: 'CC 1' };
  expect(written[0]).toMatchObject({ verb: 'insertCustomer', given: [seen, null] });
});

it('is requested again when another device carried other data, without an entry against their own', async () => {
  for (const carried of [null, { ...luz, ownerName: 'Eva' }]) {
    const { result, written } = await register(luz, carried, { uploaderId: 'a neighbour' });
    expect(result).toMatchObject({ state: 'again', refusal: { code: 'REGISTRATION_CHANGED' } });
    expect(written).toEqual([]);
  }
});
