import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { defaultQuotas } from '#src/server/http/throttle.ts';
import { openAreas, statuses } from '#tests/support/open-areas.ts';

it('counts purchases by holders for each voucher: a crowd behind one address is not kept waiting', async () => {
  const { holderPurchase, holderVoucher } = defaultQuotas;
  const areas = await openAreas({ quotas: { holderPurchase, holderVoucher } });
  const buy = (codeQrUuid: string) =>
    areas.as('nobody', 'POST', '/shopping/create', {
      userId: randomUUID(),
      estanteId: randomUUID(),
      codeQrUuid,
      price: 1_000,
      by: 'holder',
    });
  const one = randomUUID();
  const tries = await Promise.all(Array.from({ length: 40 }, () => buy(one)));
  expect(statuses(tries).filter((status) => status === 429)).toHaveLength(10);
  const crowd = await Promise.all(Array.from({ length: 150 }, () => buy(randomUUID())));
  expect(statuses(crowd)).not.toContain(429);
});
