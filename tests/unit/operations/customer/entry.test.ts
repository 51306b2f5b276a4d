import { expect, it } from 'vitest';
import { recordOfflineCustomer } from '#src/operations/customer/entry.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import { entryContext, entryOf, vouchedAtPoint } from '#tests/support/device/sync-entry.ts';

it('a customer registered offline has no invisible characters, though the device signed them (C6)', async () => {
  const clientId = 'cccccccc-0000-4000-8000-000000000001';
  const hidden = { ownerName: 'Luz\u200B Marina\u202E', identificacion: 'CC\u00AD 1' };
  const { context, written } = entryContext();
  const envelope = entryOf('customer', { clientId, dataHash: canonicalHash(hidden) });
  await recordOfflineCustomer(context, envelope, vouchedAtPoint, hidden);
  const seen = { id: clientId, ownerName: 'Luz Marina', identificacion: 'CC 1' };
  expect(written[0]).toMatchObject({ verb: 'insertCustomer', given: [seen, null] });
});
