import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId } from '#src/contract/brands.ts';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { findBalance } from '#src/domain/voucher/balance-snapshot.ts';
import { LetterWriter, type OpenedAnswer, sorted } from '#tests/support/device/letters.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { offlineMarketForSuite } from '#tests/support/for-suite.ts';
import type { IssuedVoucher } from '#tests/support/market/offline-market.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

const hour = 3_600_000;

/** Letters: a stall without a link is reached by any phone (docs/decisions/0099). */
describe('a letter that a phone carries', () => {
  const place = offlineMarketForSuite();
  let stall: SignedDevice;
  let mail: LetterWriter;
  beforeEach(async () => {
    stall = await place.stallDevice();
    mail = new LetterWriter(place.app, stall);
  });
  const sell = (voucher: IssuedVoucher, price: number, change: object = {}): SyncEntry[] => [
    ...stall.writeAcceptedSale({ ...voucher, price }, { knownBalance: toAmount(price), ...change }),
  ];
  const statesOf = ({ answers }: Pick<OpenedAnswer, 'answers'>) =>
    answers.flatMap(({ results }) =>
      results.map(({ state, reason = '' }) => (state === 'in-review' ? reason : state)),
    );
  /** An acceptance whose purchase the server never sees, so that the rules alone decide. */
  const accept = (voucher: IssuedVoucher, price: number, change: object): SyncEntry[] => [
    stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price }, change),
  ];
  const known = (voucher: IssuedVoucher, balance: number) => ({
    knownBalance: toAmount(balance),
    ...voucher,
  });

  it('pays a stall once, however often and in whatever order its letters come', async () => {
    const voucher = await place.issue(30_000);
    await stall.askForList();
    const first = sell(voucher, 10_000, known(voucher, 30_000));
    const early = await mail.write([first]);
    const spentHere = toAmount(10_000);
    const second = sell(voucher, 5_000, { ...known(voucher, 30_000), spentHere, deviceOpen: spentHere });
    const late = await mail.write([first, second]);
    const answers = await Promise.all([mail.bring(late), mail.bring(early), mail.bring(late)]);
    for (const answer of [...answers, await mail.bring(early)])
      expect(new Set(statesOf(answer))).toEqual(new Set(['accepted']));
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(15_000);
    expect(await place.findings()).toEqual([]);
  });

  it('is answered with everything that the device would have received over a link', async () => {
    const voucher = await place.issue(30_000);
    await stall.askForList();
    const sealed = await mail.write([sell(voucher, 10_000), sell(await place.issue(7_000), 7_000)]);
    const before = Date.now();
    const answer = await mail.bring(sealed);
    expect(answer).toMatchObject({ deviceId: stall.id, letter: 1 });
    expect(answer.asOf).toBeGreaterThanOrEqual(before);
    expect(answer.answers.map(({ device }) => device)).toMatchObject([{ ackSeq: 2 }, { ackSeq: 4 }]);
    expect(answer.answers[1]).toMatchObject({ limits: { version: 1 }, operators: [{ status: 'APROBADO' }] });
    expect(answer.list?.asOf).toBe(answer.asOf);
    expect(answer.list && findBalance(answer.list, voucher.codeQrUuid)).toBe(20_000);
    const { keys, kid, sig, text } = answer;
    expect(keys).toMatchObject({ rescueKey: await mail.rescueKey() });
    const { sig: _sig, ...unsigned } = JSON.parse(text) as Record<string, unknown>;
    const hash = createHash('sha256').update(sorted(unsigned)).digest('hex');
    const key = keys.keys.find((one) => one.kid === kid)?.publicKey ?? '';
    expect(isSigned(key, `mercado/letter-answer/1\n${hash}`, sig)).toBe(true);
  });

  it('is sealed both ways: its carrier reads no name, amount or voucher', async () => {
    const voucher = await place.issue(30_000);
    await stall.askForList();
    const sealed = await mail.write([sell(voucher, 10_000)]);
    const { body } = await mail.deliver(sealed);
    for (const carried of [sealed, body]) {
      expect(Object.keys(carried).sort().join()).toMatch(
        /^body,deviceName,(?:ephemeral,)?iv,kind,madeAt(?:,salt)?,v$/,
      );
      expect(JSON.stringify(carried)).not.toMatch(
        new RegExp(`${voucher.codeQrUuid}|${voucher.userId}|10000`),
      );
    }
    const another = new LetterWriter(place.app, await place.stallDevice());
    await expect(another.open(body)).rejects.toThrow('unable to authenticate data');
  });

  it('tells the device nothing until the device names the list of its answer', async () => {
    const lost = { before: await place.issue(20_000), after: await place.issue(20_000) };
    await stall.askForList();
    const sales = (voucher: IssuedVoucher) => [
      sell(voucher, 4_000, known(voucher, 20_000)),
      sell(voucher, 3_000, known(voucher, 20_000)),
    ];
    const [early, late] = sales(lost.before);
    const [linkEarly, linkLate] = sales(lost.after);
    for (const voucher of Object.values(lost)) await place.buy(voucher, 20_000);
    // The answer is lost on its way; the stall goes on selling by what it has.
    expect(statesOf(await mail.send(early ?? []))).toContain('settled-with-overspend');
    expect(statesOf(await mail.send(late ?? []))).toContain('settled-with-overspend');
    // Over a link the same answer counts at once.
    await stall.sync(linkEarly ?? []);
    expect((await stall.sync(linkLate ?? [])).results.at(-1)).toMatchObject({ reason: 'TOLD_SPENT' });
  });

  it('binds the device to its answer once a sale names it', async () => {
    const voucher = await place.issue(20_000);
    await stall.askForList();
    const sale = sell(voucher, 4_000, known(voucher, 20_000));
    await place.buy(voucher, 20_000);
    const { asOf } = await mail.send(sale);
    const lie = accept(voucher, 3_000, { ...known(voucher, 20_000), snapshotAsOf: asOf });
    expect(statesOf(await mail.send(lie))).toContain('BALANCE_OVERSTATED');
  });

  it('dates no sale that was made while it was carried', async () => {
    const voucher = await place.issue(20_000);
    await place.opened.database.query({
      text: `update device set enrolled_at = now() - interval '2 days' where id = $1`,
      values: [stall.id],
    });
    const list = Date.now() - 20 * hour;
    await place.hand(stall, list);
    const change = { ...known(voucher, 20_000), snapshotAsOf: list };
    stall.now = () => new Date(Date.now() - 2 * hour);
    const first = await mail.write([accept(voucher, 2_000, change)]);
    stall.now = () => new Date(Date.now() - hour);
    const sums = { spentHere: toAmount(2_000), deviceOpen: toAmount(2_000) };
    const later = accept(voucher, 3_000, { ...change, ...sums });
    expect(statesOf(await mail.bring(first))).toEqual(['accepted']);
    // This sale was made before the server received the first letter.
    expect(statesOf(await mail.send(later))).toEqual(['accepted']);
    // Named by a sale, a list dates it: nothing made with it is older.
    const { asOf } = await mail.send([]);
    const named = accept(voucher, 1_000, { ...known(voucher, 15_000), snapshotAsOf: asOf });
    expect(statesOf(await mail.send(named))).toEqual(['TIME_IMPLAUSIBLE']);
    // A call by link says that the next number did not exist yet.
    await stall.sync([], { sentAt: new Date().toISOString() });
    expect(statesOf(await mail.send(accept(voucher, 1_000, change)))).toEqual(['TIME_IMPLAUSIBLE']);
  });

  it('is refused when changed, for another server, of another device, or badly signed', async () => {
    const other = await place.stallDevice();
    const voucher = await place.issue(5_000);
    const good = mail.plain([sell(voucher, 1_000)]);
    const codeOf = async (letter: object, key?: string): Promise<unknown> =>
      (await mail.deliver(await mail.seal(letter, key))).body['code'];
    const sealed = (await mail.seal(good)) as { body: string };
    const spoiled = { ...sealed, body: (sealed.body.startsWith('A') ? 'B' : 'A') + sealed.body.slice(1) };
    expect((await mail.deliver(spoiled)).body['code']).toBe('LETTER_UNREADABLE');
    const stranger = new LetterWriter(place.app, stall);
    const theirs = stranger.plain([[]]) as { answerKey: string };
    expect(await codeOf(good, theirs.answerKey)).toBe('LETTER_UNREADABLE');
    expect(await codeOf({ ...good, v: 2 })).toBe('LETTER_UNREADABLE');
    expect(await codeOf({ ...good, requests: [] })).toBe('LETTER_UNREADABLE');
    expect(await codeOf({ ...good, requests: [other.request([])] })).toBe('LETTER_UNREADABLE');
    // The key for the answer is signed: a captured call gives no answer to a thief.
    expect(await codeOf({ ...good, answerKey: theirs.answerKey })).toBe('DEVICE_PROOF_INVALID');
    expect(await codeOf({ ...good, number: 9 })).toBe('DEVICE_PROOF_INVALID');
    expect(await codeOf(mail.plain([[]], { answerKey: 'AAAA' }))).toBe('LETTER_UNREADABLE');
    expect(await codeOf(mail.plain([[]], { deviceId: randomUUID() }))).toBe('LETTER_UNREADABLE');
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(5_000);
  });

  it('of a revoked device gets its results and no list', async () => {
    const voucher = await place.issue(5_000);
    await stall.askForList();
    const sale = sell(voucher, 1_000, known(voucher, 5_000));
    await place.manage('/devices/revoke', { id: stall.id });
    const answer = await mail.send(sale);
    expect(answer.answers.at(-1)?.device.state).toBe('revoked');
    expect(answer.list).toBeNull();
    expect(statesOf(answer)).toContain('DEVICE_REVOKED');
  });

  it('does not judge the clock of its device, nor count as its visit', async () => {
    stall.now = () => new Date(Date.now() - 50 * hour);
    await mail.send([]);
    const { body } = await place.manage('/devices');
    const devices = body as unknown as { _id: string; lastSeenAt: string }[];
    const own = devices.find(({ _id }) => _id === stall.id);
    expect(own).toMatchObject({ clockSkewMs: 0, incidents: [] });
    expect(Date.parse(own?.lastSeenAt ?? '')).toBeLessThan(Date.now() - 49 * hour);
  });

  it('is limited by size where no device has signed it, and by its device where one has', async () => {
    const quotas = {
      letter: { points: 5, seconds: 600 },
      lettersOfDevice: { points: 4, seconds: 600 },
      sameLetter: { points: 6, seconds: 600 },
    };
    const app = await openTestApp(place.opened.database, { quotas });
    try {
      const narrow = new LetterWriter(app, stall);
      const repeated = await narrow.write([[]]);
      for (let count = 0; count < 6; count += 1) expect((await narrow.deliver(repeated)).status).toBe(200);
      expect((await narrow.deliver(repeated)).body['code']).toBe('TOO_MANY_REQUESTS');
      // A carrier who repeats one letter does not keep the device from sending others.
      for (let count = 1; count < 4; count += 1) expect((await narrow.send([])).letter).toBe(count + 1);
      expect((await narrow.deliver(await narrow.write([[]]))).body['code']).toBe('TOO_MANY_REQUESTS');
      const junk = { ...(await narrow.write([[]])), body: 'A'.repeat(100_000) };
      expect((await narrow.deliver(junk)).body['code']).toBe('LETTER_UNREADABLE');
      const refused = await narrow.deliver(junk);
      expect([refused.status, refused.body['code']]).toEqual([429, 'TOO_MANY_REQUESTS']);
    } finally {
      await app.close();
    }
  });

  it('brings a top-up of a kiosk', async () => {
    const kiosk = await place.kiosk();
    const uuid = toVoucherId(randomUUID());
    const payload = { monto: toAmount(9_000), uuid, clientId: place.market.customer.id };
    const answer = await new LetterWriter(place.app, kiosk).send([kiosk.write('top-up', payload)]);
    expect(statesOf(answer)).toEqual(['accepted']);
    expect(await place.balanceOf(uuid)).toBe(9_000);
  });
});

function isSigned(publicKey: string, text: string, sig: string): boolean {
  const point = Buffer.from(publicKey, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signature = Buffer.from(sig, 'base64url');
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature);
}
