import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it, vi } from 'vitest';
import { CommandsContext } from '#src/client/commands/use-commands.ts';
import { type StallPurchase, useStallPurchase } from '#src/client/screens/scan/use-stall-purchase.ts';
import { patchConnection } from '#src/client/state/connection.ts';
import { patchAuth, signOutLocally } from '#src/client/state/session.ts';
import { toMarketCode } from '#src/protocol/brands.ts';
import { issueVoucher, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { scannedVoucher } from '#tests/support/market/scanned-voucher.ts';

// Only the import of the sounds needs a page.
vi.hoisted(() => vi.stubGlobal('document', new EventTarget()));
vi.unstubAllGlobals();

afterAll(() => {
  signOutLocally();
  patchConnection({ link: 'unknown' });
});

it('writes no sale that the rules refuse, nor a second one, also before the screen has read either', async () => {
  const issuer = await makeIssuer();
  const device = await openEnrolledDevice(issuer);
  const { id: voucherId, ownerId, proof } = await issueVoucher(issuer, 50_000, device.clock.now);
  device.list([{ voucherId, balance: 30_000 }]);
  const user = { id: device.stallId, email: '', globalMarketId: toMarketCode('FERIA2'), status: 'APROBADO' };
  patchAuth({ user: { ...user, userType: 'ESTANTE' }, isAuthenticated: true });
  patchConnection({ link: 'offline' });
  const scanned = scannedVoucher({ known: 30_000, most: 30_000 }, { voucherId, ownerId, proof });
  const shown: { purchase?: StallPurchase } = {};
  function Sale() {
    shown.purchase = useStallPurchase(scanned, 'Rosalba', 0);
    return null;
  }
  const show = () =>
    renderToStaticMarkup(
      <CommandsContext value={() => Promise.resolve(device.commands)}>
        <Sale />
      </CommandsContext>,
    );
  show();
  await shown.purchase?.charge(30_001);
  expect(await device.db.envelopes.count()).toBe(0);
  await shown.purchase?.charge(30_000);
  show();
  await shown.purchase?.charge(1_000);
  expect(await device.db.envelopes.count()).toBe(1);
});
