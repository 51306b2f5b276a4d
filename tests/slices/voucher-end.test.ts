import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { keySetSchema } from '#src/protocol/keys.ts';
import { endOfProof, readVoucherProof } from '#src/protocol/voucher-proof.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

const [hour, day] = [3_600_000, 86_400_000];
/** Nine in the morning in Bogotá. */
const morning = Date.parse('2026-11-21T14:00:00Z');

describe("a voucher's expiry", () => {
  let now = morning;
  const place = marketForSuite({ voucherDays: 1, now: () => new Date(now) });

  const endOfRow = async (voucherId: string): Promise<number | undefined> => {
    const rows = await place.rowsOf<{ expires_at: Date | null }>(
      'select expires_at from voucher where id = $1',
      voucherId,
    );
    return rows[0]?.expires_at?.getTime();
  };

  it("is the same second on the printout, by a tablet's keys and in the ledger: the market's midnight", async () => {
    now = morning;
    const voucher = await place.issue(5_000);
    const keys = keySetSchema.parse((await place.as('nobody', '/sync/keys')).body);
    expect([keys.days, keys.dayStartMs]).toEqual([1, 5 * hour]);
    const proof = readVoucherProof(voucher.proof);
    const midnight = Date.parse('2026-11-23T05:00:00Z');
    expect(proof && endOfProof(proof, keys)).toBe(midnight);
    expect(await endOfRow(voucher.codeQrUuid)).toBe(midnight);
    now = midnight - 1;
    expect((await place.buy(voucher, 1_000)).status).toBe(201);
    now = midnight;
    expect((await place.buy(voucher, 1_000)).body['code']).toBe('VOUCHER_EXPIRED');
  });

  it('is shown with the receipt, behind its link, in staff lists, and on the voucher that replaces it', async () => {
    now = morning;
    const end = '2026-11-23T05:00:00.000Z';
    const voucher = await place.issue(7_000);
    const { body: seen } = await place.as('nobody', `/code-qr/search/${voucher.codeQrUuid}`);
    const { body: listed } = await place.manage('/code-qr/list?limit=1');
    const [row] = listed['items'] as { _id: string; expiresAt: string }[];
    const { customer } = place.market;
    const { body: detail } = await place.manage(`/client/${customer.id}`);
    const newUuid = randomUUID();
    const { body: again } = await place.manage('/code-qr/reissue', {
      id: row?._id,
      newUuid,
      identificacion: customer.identificacion,
    });
    const [held] = detail['vouchers'] as { expiresAt: string }[];
    expect([seen, row, held, again].map((told) => told?.['expiresAt' as never])).toEqual([
      end,
      end,
      end,
      end,
    ]);
    expect(await endOfRow(toVoucherId(newUuid))).toBe(Date.parse(end));
  });

  it("counts for a kiosk from the voucher's issue, not from the top-up's arrival", async () => {
    now = morning;
    const kiosk = await place.kiosk();
    kiosk.now = () => new Date(now);
    const { topUp: entry, codeQrUuid: uuid } = kiosk.writePaper(5_000, place.market.customer.id);
    now = morning + 20 * hour;
    const { results } = await kiosk.sync([entry]);
    expect(await endOfRow(uuid)).toBe(Date.parse('2026-11-23T05:00:00Z'));
    expect(results[0]).toMatchObject({ topUp: { expiresAt: '2026-11-23T05:00:00.000Z' } });
  });

  it("is delayed by at most a week by a kiosk's fast clock, hardly advanced by a slow one, and not by one that knows its error", async () => {
    now = morning;
    const kiosk = await place.kiosk();
    const ends: (number | undefined)[] = [];
    for (const [shift, clockOffset] of [
      [400 * day, 0],
      [-400 * day, 0],
      [3 * day, -3 * day],
    ] as const) {
      kiosk.now = () => new Date(now + shift);
      const { topUp: entry, codeQrUuid: uuid } = kiosk.writePaper(5_000, place.market.customer.id, {
        clockOffset,
      });
      kiosk.now = () => new Date(now);
      const { results } = await kiosk.sync([entry]);
      ends.push(await endOfRow(uuid));
      const link = results[0]?.topUp?.urlCodeQr ?? '';
      const proof = readVoucherProof(link.slice(link.indexOf('#') + 1));
      expect(proof?.face).toBe(5_000);
      expect(proof?.issuedAt, 'never ahead of the server').toBeLessThanOrEqual(now);
    }
    expect(ends).toEqual(
      ['2026-11-30T05:00:00Z', '2026-10-24T05:00:00Z', '2026-11-23T05:00:00Z'].map((end) => Date.parse(end)),
    );
  });

  it("sets a later offline sale aside without a charge, except within the clocks' five minutes", async () => {
    now = morning;
    const stall = await place.stallDevice();
    const [late, inTime] = [await place.issue(9_000), await place.issue(9_000)];
    const at = (voucher: typeof late, ms: number) => {
      stall.now = () => new Date(Date.parse('2026-11-23T05:00:00Z') + ms);
      return stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 100 });
    };
    const sales = [at(late, 6 * 60_000), at(inTime, 4 * 60_000)];
    now = morning + 2 * day;
    stall.now = () => new Date(now);
    const { results } = await stall.sync(sales);
    expect(results[0]?.reason).toBe('BAD_PROOF');
    expect(results[1]?.reason).not.toBe('BAD_PROOF');
    expect(await place.balanceOf(late.codeQrUuid)).toBe(9_000);
  });
});
