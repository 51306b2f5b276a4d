import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DecisionPage } from '#src/contract/accounts/decision.ts';
import { toAmount, toVoucherId } from '#src/contract/brands.ts';
import type { Device } from '#src/contract/devices/schemas.ts';
import type { OperatorKey, SyncAnswer, SyncEntry } from '#src/contract/sync/schemas.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { openOfflineMarket, type OfflineMarket } from '#tests/support/market/offline-market.ts';
import { OperatorHand } from '#tests/support/market/operator-hand.ts';
import { password, signInAll, type Asker } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';

/** Powers of a device's key alone, and those that need the person's own key or session. */
describe("a person's own key on a device", () => {
  let place: OfflineMarket;
  beforeAll(async () => {
    place = await openOfflineMarket();
  });
  afterAll(async () => {
    expect(await place.findings()).toEqual([]);
    await place.stop();
  });
  beforeEach(async () => {
    place.market.tokens = await signInAll(place.app);
  });

  const unsigned = 'in-review OPERATOR_UNSIGNED';
  const token = (asker: Asker): string => place.market.tokens[asker] ?? '';
  const call = async (
    device: SignedDevice,
    entries: readonly SyncEntry[],
    change: object = {},
    by?: string,
  ): Promise<SyncAnswer> => {
    const { status, body } = await device.send(device.request(entries, change), by);
    expect(status).toBe(200);
    return body as unknown as SyncAnswer;
  };
  const said = async (...asked: Parameters<typeof call>): Promise<string[]> =>
    (await call(...asked)).results.map(({ state, reason, refusal }) =>
      [state, reason ?? refusal?.code].filter(Boolean).join(' '),
    );
  const put = (device: SignedDevice, offers: readonly OperatorKey[], by: string): Promise<SyncAnswer> =>
    call(device, [], { operatorKeys: offers }, by);
  const keyOf = async (device: SignedDevice): Promise<string | undefined> =>
    (await call(device, [])).operators[0]?.key;
  const topUp = (kiosk: SignedDevice, monto = 1_000) =>
    kiosk.write('top-up', {
      monto: toAmount(monto),
      uuid: toVoucherId(randomUUID()),
      clientId: place.market.customer.id,
    });
  /** A sale without cover: the voucher was spent at another stall. */
  const uncovered = async (stall: SignedDevice) => {
    const voucher = await place.issue(5_000);
    await stall.askForList();
    const sale = stall.writeAcceptedSale({ ...voucher, price: 5_000 });
    expect((await place.buy(voucher, 5_000)).status).toBe(201);
    return sale;
  };
  const withKey = async (asker: 'RECARGA' | 'ESTANTE') => {
    const device = await (asker === 'RECARGA' ? place.kiosk() : place.stallDevice());
    const hand = new OperatorHand();
    await put(device, [hand.offer(device)], token(asker));
    expect(await keyOf(device)).toBe(hand.publicKey);
    return { device, hand };
  };

  it('pays an operation that its person has signed, without anyone signed in', async () => {
    const { device, hand } = await withKey('ESTANTE');
    expect(await said(device, hand.signed(...(await uncovered(device))))).toEqual([
      'refused VOUCHER_SPENT',
      'settled-with-overspend SPENT_ELSEWHERE',
    ]);
    const { device: kiosk, hand: cashier } = await withKey('RECARGA');
    expect(await said(kiosk, cashier.signed(topUp(kiosk)))).toEqual(['accepted']);
  });

  it("holds an operation back that only the device has signed, in the market's list", async () => {
    const { device } = await withKey('ESTANTE');
    const before = await place.sums();
    const sale = await uncovered(device);
    const after = await place.sums();
    expect(await said(device, sale)).toEqual(['refused VOUCHER_SPENT', unsigned]);
    expect(await place.sums()).toEqual(after);
    expect(after['stall']).not.toBe(before['stall']);
    // Nor when it comes again with its person's session: a manager decides.
    expect(await said(device, sale, {}, token('ESTANTE'))).toEqual(['refused VOUCHER_SPENT', unsigned]);
    const { device: kiosk } = await withKey('RECARGA');
    expect(await said(kiosk, [topUp(kiosk)])).toEqual([unsigned]);
    const { body } = await place.manage('/devices');
    const found = (body as unknown as Device[]).find(({ _id }) => _id === kiosk.id);
    expect(found?.operators).toMatchObject([{ signs: true }]);
    expect(found?.incidents).toMatchObject([{ kind: 'operator' }]);
  });

  it('cannot name the other person of a shared device', async () => {
    const { device: kiosk, hand } = await withKey('RECARGA');
    const stallId = place.market.ids['ESTANTE'];
    const other = await kiosk.enrol(stallId, token('ESTANTE'), {}, token('GLOBAL_MARKET'));
    expect(other.status).toBe(201);
    const rosalba = new OperatorHand();
    await put(kiosk, [rosalba.offer(kiosk)], token('ESTANTE'));
    // The cashier signs in the name of the stall.
    expect(await said(kiosk, hand.signed(...(await uncovered(kiosk))))).toEqual([
      'refused VOUCHER_SPENT',
      unsigned,
    ]);
    expect(await said(kiosk, await uncovered(kiosk), {}, token('RECARGA'))).toEqual([
      'refused VOUCHER_SPENT',
      unsigned,
    ]);
    expect(await said(kiosk, rosalba.signed(...(await uncovered(kiosk))))).toEqual([
      'refused VOUCHER_SPENT',
      'settled-with-overspend SPENT_ELSEWHERE',
    ]);
  });

  it('pays a covered sale without it, because any holder of the code may buy', async () => {
    const { device } = await withKey('ESTANTE');
    const voucher = await place.issue(5_000);
    await device.askForList();
    expect(await said(device, device.writeAcceptedSale({ ...voucher, price: 5_000 }))).toEqual([
      'accepted',
      'accepted',
    ]);
  });

  it('is needed to void a sale: the device alone must wait for its person', async () => {
    const { device, hand } = await withKey('ESTANTE');
    const voucher = await place.issue(5_000);
    const { userId, codeQrUuid } = voucher;
    const facts = { userId, codeQrUuid, estanteId: device.operatorId, price: toAmount(5_000) };
    const sale = device.write('purchase', { ...facts, by: 'stall' });
    const back = device.write('withdrawal', { ...facts, purchaseOpId: sale.envelope.opId });
    expect(await said(device, hand.signed(sale))).toEqual(['accepted']);
    expect(await said(device, [back])).toEqual(['again SIGN_IN_AGAIN']);
    expect(await place.balanceOf(codeQrUuid)).toBe(0);
    expect((await call(device, [])).device.missing).toEqual([back.envelope.seq]);
    expect(await said(device, hand.signed(back))).toEqual(['accepted']);
    expect(await place.balanceOf(codeQrUuid)).toBe(5_000);
  });

  it("can be replaced by the person's session with the contact", async () => {
    const { device: kiosk } = await withKey('RECARGA');
    expect(await said(kiosk, [topUp(kiosk)], {}, token('RECARGA'))).toEqual(['accepted']);
    expect(await said(kiosk, [topUp(kiosk)], {}, token('ESTANTE'))).toEqual([unsigned]);
  });

  const wrong: [
    string,
    (kiosk: SignedDevice, hand: OperatorHand, entry: ReturnType<typeof topUp>) => unknown,
  ][] = [
    ['by a key that nobody has put there', (_, __, entry) => new OperatorHand().signed(entry)[0]?.operator],
    ['of another operation', (kiosk, hand) => hand.signed(topUp(kiosk))[0]?.operator],
    ['by the key of the device', (kiosk, _, { sig }) => ({ key: kiosk.publicKey, sig })],
    ['that is none', () => ({ key: '', sig: 7 })],
  ];
  it.each(wrong)('ignores a signature %s', async (_, spoil) => {
    const { device: kiosk, hand } = await withKey('RECARGA');
    const entry = topUp(kiosk);
    const operator = spoil(kiosk, hand, entry);
    expect(await said(kiosk, [{ ...entry, operator }])).toEqual([unsigned]);
  });

  it('is valid only on the device for which it was registered', async () => {
    const { device: first, hand } = await withKey('RECARGA');
    const { device: second } = await withKey('RECARGA');
    expect(await said(second, hand.signed(topUp(second)))).toEqual([unsigned]);
    expect(await said(first, hand.signed(topUp(first)))).toEqual(['accepted']);
  });

  it("is registered only in its own person's session, with the device's signature", async () => {
    const kiosk = await place.kiosk();
    const hand = new OperatorHand();
    const offer = hand.offer(kiosk);
    await call(kiosk, [], { operatorKeys: [offer] });
    await put(kiosk, [offer], token('ESTANTE'));
    await put(kiosk, [hand.offer(kiosk, place.market.ids['ESTANTE'])], token('RECARGA'));
    await put(kiosk, [{ ...offer, deviceSig: offer.ownSig }], token('RECARGA'));
    await put(kiosk, [{ ...offer, ownSig: offer.deviceSig }], token('RECARGA'));
    await put(kiosk, [{ ...offer, isUnderPin: false }], token('RECARGA'));
    expect(await keyOf(kiosk)).toBeUndefined();
    expect(await said(kiosk, [topUp(kiosk)])).toEqual(['accepted']);
    await put(kiosk, [offer], token('RECARGA'));
    expect(await keyOf(kiosk)).toBe(hand.publicKey);
  });

  it('is not required for operations from before the first key', async () => {
    const kiosk = await place.kiosk();
    const [before, lost] = [topUp(kiosk), topUp(kiosk)];
    const hand = new OperatorHand();
    await put(kiosk, [hand.offer(kiosk)], token('RECARGA'));
    expect(await said(kiosk, [before, lost, topUp(kiosk)])).toEqual(['accepted', 'accepted', unsigned]);
  });

  it('is ended by its successor at the number where the server learned of that one', async () => {
    const { device: kiosk, hand: old } = await withKey('RECARGA');
    const written = topUp(kiosk);
    const fresh = new OperatorHand();
    await put(kiosk, [fresh.offer(kiosk)], token('RECARGA'));
    expect(await said(kiosk, old.signed(written, topUp(kiosk)))).toEqual(['accepted', unsigned]);
    expect(await said(kiosk, fresh.signed(topUp(kiosk)))).toEqual(['accepted']);
  });

  it("is in Auditoría when it is registered or replaced, unlike a page's key", async () => {
    const { device } = await withKey('ESTANTE');
    const [next, ofAPage] = [new OperatorHand(), new OperatorHand()];
    await put(device, [next.offer(device)], token('ESTANTE'));
    await put(
      device,
      [next.offer(device), ofAPage.offer(device, device.operatorId, false)],
      token('ESTANTE'),
    );
    const { body } = await ask(place.app, 'GET', '/auditoria?limit=100', { token: token('GLOBAL_MARKET') });
    const { items } = body as unknown as DecisionPage;
    const own = items.filter(
      ({ kind, subject }) => kind.startsWith('operator-key') && subject.id === device.id,
    );
    expect(own.map(({ kind, actorId }) => [kind, actorId])).toEqual([
      ['operator-key-replaced', device.operatorId],
      ['operator-key-put', device.operatorId],
    ]);
  });

  it("is valid beside a page's key while its person is signed in", async () => {
    const { device: kiosk, hand } = await withKey('RECARGA');
    const page = new OperatorHand();
    await put(kiosk, [page.offer(kiosk, kiosk.operatorId, false)], token('RECARGA'));
    expect(await said(kiosk, [...page.signed(topUp(kiosk)), ...hand.signed(topUp(kiosk))])).toEqual([
      'accepted',
      'accepted',
    ]);
    expect(await keyOf(kiosk)).toBe(hand.publicKey);
  });

  it('is invalid once its person is suspended, except for operations that the device had reported before', async () => {
    const { device: kiosk, hand } = await withKey('RECARGA');
    const reported = topUp(kiosk);
    await call(kiosk, []);
    const late = topUp(kiosk);
    const target = { id: kiosk.operatorId, userType: 'RECARGA' };
    const { body } = await place.manage('/auth/reset-code', target);
    const changed = await ask(place.app, 'POST', '/auth/reset-password', {
      body: { email: 'recarga@plaza.co', userType: 'RECARGA', code: body['code'], password },
    });
    expect(changed.status).toBe(204);
    const suspended = 'in-review BINDING_SUSPENDED';
    expect(await said(kiosk, hand.signed(reported, late))).toEqual(['accepted', suspended]);
    place.market.tokens = await signInAll(place.app);
    await call(kiosk, [], {}, token('RECARGA'));
    expect(await said(kiosk, hand.signed(topUp(kiosk)))).toEqual(['accepted']);
  });
});
