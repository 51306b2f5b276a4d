import { expect, it } from 'vitest';
import { devicePort } from '#src/server/journal/sql/devices.ts';
import { enrolRow } from '#tests/support/device/enrol-row.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const { opened, market } = smallMarketForSuite();

it("knows the key of a proof: the server's, or an approved kiosk's", async () => {
  await rolledBack(opened, async (session) => {
    const port = devicePort(session);
    const [id, waiting] = [
      await enrolRow(market, session, { revoked: new Date() }),
      await enrolRow(market, session, { approved: null }),
    ];
    const prefixOf = (of: string) => of.replaceAll('-', '').slice(0, 16);
    expect(await port.findProofKey({ by: 'kiosk', devicePrefix: prefixOf(id) })).toBe('key');
    expect(await port.findProofKey({ by: 'kiosk', devicePrefix: prefixOf(waiting) })).toBeNull();
    expect(await port.findKioskMarket(prefixOf(id))).toBe(market.markets[0]);
    expect(await port.findKioskMarket(prefixOf(waiting))).toBeNull();
    expect(await port.findProofKey({ by: 'kiosk', devicePrefix: '0000000000000000' })).toBeNull();
    await run(
      session,
      `insert into issuing_key (kid, public_key, private_key, created_at, retired_at) values (77, 'issuing', '', now(), now())`,
    );
    expect(await port.findProofKey({ by: 'server', kid: 77 }), 'retired ones too').toBe('issuing');
    expect(await port.findProofKey({ by: 'server', kid: 999 })).toBeNull();
  });
});
