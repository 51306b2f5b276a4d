import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { keepDeviceKeys } from '#src/client/local/device/enrolment.ts';
import { moneyDb } from '#src/client/local/live/browser-money-db.ts';
import { browserCommands } from '#src/client/phone-commands.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';

const ofDevice = vi.hoisted(() => ({
  placePurchase: vi.fn<Commands['placePurchase']>(),
  takeBack: vi.fn<Commands['takeBack']>(),
}));
vi.mock('#src/client/browser-commands.ts', () => ({ browserCommands: ofDevice }));

const intent = () => ({
  opId: toOpId(randomUUID()),
  payload: {
    userId: randomUUID(),
    estanteId: randomUUID(),
    codeQrUuid: toVoucherId(randomUUID()),
    price: toAmount(500),
    by: 'holder' as const,
  },
  operatorId: '',
  voucher: null,
  label: { userName: '', estanteName: '' },
});

it('a phone pays and takes back alone, a device of the market by its journal', async () => {
  const bought = intent();
  expect(await browserCommands.placePurchase(bought)).toEqual({
    kind: 'saved',
    opId: bought.opId,
    decision: null,
  });
  expect(await browserCommands.takeBack(bought.opId)).toBe('taken-back');
  expect([ofDevice.placePurchase.mock.calls, ofDevice.takeBack.mock.calls]).toEqual([[], []]);

  const key = {} as CryptoKey;
  await keepDeviceKeys(moneyDb, { privateKey: key, publicKey: '', pinKey: key }, randomUUID(), 0);
  ofDevice.takeBack.mockResolvedValue('settled');
  const next = intent();
  await browserCommands.placePurchase(next);
  expect(await browserCommands.takeBack(next.opId)).toBe('settled');
  expect(ofDevice.placePurchase.mock.calls).toEqual([[next]]);
  expect(await moneyDb.statuses.get(next.opId)).toBeUndefined();
});
