import { describe, expect, it } from 'vitest';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { type Answer } from '#tests/support/server/test-app.ts';

const hour = 3_600_000;
/** The market's midnight is at five in Greenwich. */
const midnight = Date.parse('2026-03-29T05:00:00Z');

describe("a void around the market's midnight, by a call and by a journal that arrives an hour later", () => {
  let now = midnight - hour;
  const place = marketForSuite({ now: () => new Date(now) });

  const called = ({ status, body }: Answer): string => (status === 201 ? 'voided' : String(body['code']));
  const sent = async (device: SignedDevice, entry: SyncEntry): Promise<string> => {
    now += hour;
    const [result] = (await device.sync([entry])).results;
    return result?.state === 'accepted' ? 'voided' : `${result?.state} ${result?.reason}`;
  };
  const post = (asker: 'ESTANTE' | 'RECARGA', path: string, body: object) => place.as(asker, path, body);

  /** New for each, because a contact dates what is written after it. */
  const onClock = (device: SignedDevice): SignedDevice => Object.assign(device, { now: () => new Date(now) });
  const sale = async () => {
    const stall = onClock(await place.stallDevice());
    const entry = stall.writeSale(await place.issue(9_000), 4_000);
    const [paid] = (await stall.sync([entry])).results;
    return {
      call: async () => {
        const body = { codeCompra: paid?.purchase?.codeCompra, reason: 'Error' };
        return called(await post('ESTANTE', '/shopping/void', body));
      },
      journal: () => sent(stall, stall.writeWithdrawal(entry)),
    };
  };
  const topUp = async () => {
    const kiosk = onClock(await place.kiosk());
    const { topUp: entry, codeQrUuid } = kiosk.writePaper(5_000, place.market.customer.id);
    expect(await kiosk.states([entry])).toEqual(['accepted']);
    const id = await place.idOf(codeQrUuid);
    return {
      call: async () => called(await post('RECARGA', '/code-qr/void', { id, reason: 'TWICE' })),
      journal: () => sent(kiosk, kiosk.writeTopUpVoid(entry)),
    };
  };

  describe.each([
    ['sale', sale],
    ['top-up', topUp],
  ])('of a %s', (_what, make) => {
    it.each([
      ['a millisecond before', -1, 'voided', 'voided'],
      ['at', 0, 'VOID_TOO_LATE', 'in-review TOO_LATE'],
    ])('is judged alike %s it', async (_when, at, byCall, byJournal) => {
      now = midnight - hour / 2;
      const [one, other] = [await make(), await make()];
      now = midnight + at;
      expect([await one.call(), await other.journal()]).toEqual([byCall, byJournal]);
    });
  });
});
