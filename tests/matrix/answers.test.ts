import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { stallNamed, type Asker } from '#tests/support/market/two-markets.ts';

const place = marketForSuite();

/** Facts that a row may name: a new voucher of 10,000, its movement, and the answer before. */
type Given = { voucher: string; id: string; last: Record<string, unknown> };
/** The caller, the call and its body, and the status, the code and the message of the answer. */
type Row = readonly [
  as: Asker,
  call: string,
  body: (given: Given) => object,
  status: number,
  ...said: string[],
];

const stall = (email: string, own: object = {}) => ({ ...stallNamed(email, place.market.codes.own), ...own });
const paper = (own: object = {}) => ({
  monto: 1_000,
  uuid: randomUUID(),
  clientId: place.market.customer.id,
  ...own,
});
const sale = (codeQrUuid: string, own: object = {}) => ({
  userId: place.market.customer.id,
  estanteId: place.market.ids['ESTANTE'],
  codeQrUuid,
  price: 1,
  ...own,
});
const reissue = (id: string, own: object = {}) => ({
  id,
  newUuid: randomUUID(),
  identificacion: place.market.customer.identificacion,
  ...own,
});
const eva = (own: object = {}) => ({ ownerName: 'eva paz', identificacion: randomUUID(), ...own });
const because = (id: string) => ({ id, reason: 'Perdido' });
const undo = ({ id }: Given) => ({ id, reason: 'WRONG_AMOUNT' });
const voided = (codeCompra: unknown) => ({ codeCompra, reason: 'Producto equivocado' });
const [register, registerPoint] = ['/estantes/create-estantes', '/auth/create-recharger'];
const [topUp, buy, voidSale] = ['/code-qr/create-recharger', '/shopping/create', '/shopping/void'];

/** Each scene is a few calls in a row, of which none needs more than their answers to be judged. */
const scenes: Record<string, readonly Row[]> = {
  'an email belongs to one account of a type, whatever its case and spaces': [
    ['nobody', register, () => stall('flores@plaza.co'), 201],
    ['nobody', register, () => stall(' Flores@PLAZA.co '), 409, 'EMAIL_TAKEN'],
    ['nobody', registerPoint, () => stall('flores@plaza.co', { estanteName: undefined }), 201],
  ],
  'a stall needs a market that is known and approved': [
    ['nobody', register, () => stall('otra@plaza.co', { globalMarketId: '222222' }), 404, 'UNKNOWN_MARKET'],
    ['nobody', '/auth/create-market', () => stall('g@plaza.co', { marketName: 'Loma' }), 201],
    [
      'nobody',
      register,
      ({ last }) => stall('otra@plaza.co', { globalMarketId: last['globalMarketId'] }),
      404,
      'UNKNOWN_MARKET',
    ],
  ],
  'an administrator cannot delete the account it is using': [
    [
      'ADMIN',
      '/auth/delete',
      () => ({ id: place.market.ids['ADMIN'], userType: 'ADMIN' }),
      409,
      'WRONG_STATE',
    ],
  ],
  'customers share no email': [
    ['RECARGA', '/client/create', () => eva({ email: 'eva@plaza.co' }), 201],
    ['RECARGA', '/client/create', () => eva({ email: 'EVA@plaza.co' }), 409, 'EMAIL_TAKEN'],
    ['RECARGA', '/client/create', () => eva({ email: 'otra@plaza.co' }), 201],
    [
      'GLOBAL_MARKET',
      '/client/edit',
      ({ last }) => eva({ id: last['_id'], email: 'eva@plaza.co' }),
      409,
      'EMAIL_TAKEN',
    ],
  ],
  'a top-up has a maximum, a known customer, and a voucher that is not taken': [
    ['RECARGA', topUp, () => paper({ monto: 2_000_001 }), 400, 'El monto no puede ser mayor de $2,000,000.'],
    ['RECARGA', topUp, () => paper({ clientId: randomUUID() }), 404, 'UNKNOWN_CUSTOMER'],
    ['RECARGA', topUp, ({ voucher }) => paper({ uuid: voucher }), 409, 'VOUCHER_EXISTS'],
  ],
  'a purchase has an amount, a known voucher of its customer, and a stall': [
    [
      'nobody',
      buy,
      ({ voucher }) => sale(voucher, { price: 0 }),
      400,
      'El monto de la compra no puede ser 0',
    ],
    ['nobody', buy, () => sale(randomUUID()), 404, 'UNKNOWN_VOUCHER'],
    ['nobody', buy, ({ voucher }) => sale(voucher, { userId: randomUUID() }), 404, 'UNKNOWN_VOUCHER'],
    [
      'nobody',
      buy,
      ({ voucher }) => sale(voucher, { estanteId: place.market.ids['RECARGA'] }),
      404,
      'UNKNOWN_STALL',
    ],
  ],
  'a purchase needs a balance, and no block': [
    ['nobody', buy, ({ voucher }) => sale(voucher, { price: 9_000 }), 201],
    ['RECARGA', '/code-qr/block', ({ id }) => because(id), 200],
    ['nobody', buy, ({ voucher }) => sale(voucher), 409, 'VOUCHER_BLOCKED'],
    ['GLOBAL_MARKET', '/code-qr/unblock', ({ id }) => because(id), 200],
    ['nobody', buy, ({ voucher }) => sale(voucher, { price: 1_000 }), 201],
    ['nobody', buy, ({ voucher }) => sale(voucher), 409, 'VOUCHER_SPENT'],
  ],
  'a purchase is not voided by another stall or market, nor by a code that is none': [
    ['nobody', buy, ({ voucher }) => sale(voucher), 201],
    ['other ESTANTE', voidSale, ({ last }) => voided(last['codeCompra']), 404, 'UNKNOWN_PURCHASE'],
    ['other GLOBAL_MARKET', voidSale, () => voided('C-00000000'), 404, 'UNKNOWN_PURCHASE'],
  ],
  "a reissue needs the owner's identification, the voucher's market, and an id that is not taken": [
    [
      'GLOBAL_MARKET',
      '/code-qr/reissue',
      ({ id }) => reissue(id, { identificacion: '999' }),
      409,
      'IDENTIFICATION_MISMATCH',
    ],
    ['other RECARGA', '/code-qr/reissue', ({ id }) => reissue(id), 404, 'UNKNOWN_VOUCHER'],
    ['other GLOBAL_MARKET', '/code-qr/reissue', ({ id }) => reissue(id), 404, 'UNKNOWN_VOUCHER'],
    ['other RECARGA', '/code-qr/block', ({ id }) => because(id), 404, 'UNKNOWN_VOUCHER'],
    ['other GLOBAL_MARKET', '/code-qr/block', ({ id }) => because(id), 404, 'UNKNOWN_VOUCHER'],
    [
      'GLOBAL_MARKET',
      '/code-qr/reissue',
      ({ id, voucher }) => reissue(id, { newUuid: voucher }),
      409,
      'VOUCHER_EXISTS',
    ],
  ],
  'a top-up whose voucher has bought is not voided': [
    ['nobody', buy, ({ voucher }) => sale(voucher, { price: 2_000 }), 201],
    [
      'RECARGA',
      '/code-qr/void',
      undo,
      409,
      'Este código ya se usó: quedan $8,000. La recarga no se puede anular.',
    ],
    ['RECARGA', '/code-qr/void', undo, 409, 'TOP_UP_USED'],
  ],
  'a top-up whose voucher is blocked or reissued is not voided': [
    ['GLOBAL_MARKET', '/code-qr/block', ({ id }) => because(id), 200],
    ['GLOBAL_MARKET', '/code-qr/void', undo, 409, 'VOUCHER_BLOCKED'],
    ['GLOBAL_MARKET', '/code-qr/reissue', ({ id }) => reissue(id), 201],
    ['GLOBAL_MARKET', '/code-qr/void', undo, 409, 'TOP_UP_USED'],
  ],
  "a voided top-up is its own point's or market's, and its voucher never unblocked": [
    ['other RECARGA', '/code-qr/void', undo, 404, 'UNKNOWN_TOP_UP'],
    ['other GLOBAL_MARKET', '/code-qr/void', undo, 404, 'UNKNOWN_TOP_UP'],
    ['RECARGA', '/code-qr/void', undo, 201],
    ['GLOBAL_MARKET', '/code-qr/unblock', ({ id }) => because(id), 409, 'VOUCHER_VOIDED'],
  ],
};

describe('one call after another', () => {
  it.each(Object.entries(scenes))('%s', async (_what, rows) => {
    const voucher = await place.topUp(10_000);
    const given: Given = { voucher, id: await place.idOf(voucher), last: {} };
    for (const [as, call, body, status, ...said] of rows) {
      const answer = await place.as(as, call, body(given));
      expect([call, answer.status]).toEqual([call, status]);
      expect(Object.values(answer.body)).toEqual(expect.arrayContaining(said));
      given.last = answer.body;
    }
  });
});
