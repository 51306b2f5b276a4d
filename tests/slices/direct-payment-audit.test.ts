import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { readCheckpoint, writeCheckpoint } from '#src/server/ledger/audit/checkpoint.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

/** Finding B-3: a sale whose voucher never came, paid by the fund and paid out, stayed a finding forever. */
const place = marketForSuite();

it('a sale paid directly by the fund counts as sold, in both kinds of audit', async () => {
  const { database } = place.opened;
  const stall = await place.stallDevice();
  const lost = { codeQrUuid: toVoucherId(randomUUID()), userId: place.market.customer.id, price: 12_000 };
  const sale = stall.writeAcceptedPurchase({ ...lost, proof: 'lost with its kiosk' });
  await stall.sync(sale);
  const items = await place.lines();
  expect((await place.assign(items[0]?._id, 'guarantee')).status).toBe(200);
  await foldDays(database, 'America/Bogota');
  const before = await auditLedger(database);
  await writeCheckpoint(database, before, new Date());
  const point = await readCheckpoint(database);
  if ('reason' in point) throw new Error(point.reason);
  const body = { estanteId: place.market.ids['ESTANTE'], monto: toAmount(12_000) };
  expect((await place.manage('/cash/payout', body)).status).toBe(201);
  expect((await auditLedger(database)).findings).toEqual([]);
  expect((await auditLedger(database, point)).findings).toEqual([]);
  await foldDays(database, 'America/Bogota');
  expect((await auditLedger(database)).findings).toEqual([]);
});
