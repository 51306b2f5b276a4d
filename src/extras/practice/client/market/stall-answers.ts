import { toAmount, toPoints } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/cash/calls.ts';
import { moneyCalls } from '#src/contract/operations/calls.ts';
import { productCalls } from '#src/contract/products/calls.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { reportCalls } from '#src/contract/reports/calls.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import { coveredBy, decideVoid, noPoints } from '#src/domain/operations/void.ts';
import { readShortCode, shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { answering, refuse } from './answers.ts';
import { type Books, ownerOf, paperOf, type Sale, standsOf, stateOf, sumOf, withPaper } from './books.ts';
import { marketName, summaryOf } from './figures.ts';
import { placeNames, practisingUser } from './invented.ts';
import { receiptOf, sell } from './sell.ts';

/** Answers to the calls of a stall: vouchers, sales, their voids, and its balance. */
export const stallAnswers = [
  answering(holderCalls.findVoucher, ({ params: { code }, market }) => {
    const short = readShortCode(code);
    const paper = market.books().papers.find(({ id }) => id === code || shortCodeOf(id) === short);
    if (paper === undefined) return refuse('UNKNOWN_VOUCHER');
    const books = market.books();
    market.write({ ...books, lookUps: [...books.lookUps, paper.id] });
    const { id, ownerName, identificacion, createAt } = ownerOf(books, paper);
    const state = stateOf(paper);
    return {
      clientId: { _id: id, ownerName, identificacion, createAt },
      monto: paper.balance,
      status: state === 'ACTIVE',
      createAt: paper.createAt,
      uuid: paper.id,
      face: paper.face,
      state,
      shortCode: shortCodeOf(paper.id),
      readAt: { serverTime: market.now(), epoch: 1, position: 0 },
    };
  }),
  answering(moneyCalls.createPurchase, ({ body: { codeQrUuid, price }, opId, market }) => {
    const at = market.now();
    const sold = sell(market.books(), { opId, paperId: codeQrUuid, price, at, occurredAt: at });
    if ('refused' in sold) return sold;
    market.write(sold.books);
    return receiptOf(sold.books, sold.sale);
  }),
  answering(reportCalls.listSales, ({ market }) => {
    const books = market.books();
    return { items: books.sales.map((sale) => rowOf(books, sale)), nextCursor: null };
  }),
  answering(reportCalls.sumSales, ({ market }) => summaryOf(market.books())),
  answering(reportCalls.voidSale, ({ body: { codeCompra, monto, reason }, market }) => {
    const books = market.books();
    const sale = books.sales.find((one) => one.codeCompra === codeCompra);
    const paper = sale && paperOf(books, sale.paperId);
    if (sale === undefined || paper === undefined) return refuse('UNKNOWN_PURCHASE');
    const standing = {
      stands: standsOf(sale),
      uncovered: sale.missing,
      assigned: toAmount(0),
      points: noPoints,
    };
    const decided = decideVoid({ amount: monto ?? null }, { shares: [standing], stall: null });
    if (decided.kind === 'refuse')
      return refuse(decided.code, decided.left === undefined ? {} : { left: decided.left });
    const createAt = market.now();
    const balance = toAmount(paper.balance + coveredBy(decided.plan));
    const amount = toAmount(decided.plan[0]?.amount ?? 0);
    const voided = { ...sale, voids: [...sale.voids, { amount, reason, createAt }] };
    const sales = books.sales.map((one) => (one === sale ? voided : one));
    const after = withPaper({ ...books, sales }, { ...paper, balance });
    market.write(after);
    return {
      codeCompra,
      nuevoSaldo: balance,
      price: sale.price,
      returned: amount,
      stands: standsOf(voided),
      points: toPoints(0),
      estanteName: placeNames.ESTANTE,
      userName: ownerOf(after, paper).ownerName,
      createAt,
    };
  }),
  answering(cashCalls.listStallBalances, ({ market }) => {
    const { sales } = market.books();
    const sold = toAmount(sumOf(sales.map(({ price }) => price)));
    const owed = toAmount(sumOf(sales.map(standsOf)));
    return [
      {
        estanteId: practisingUser.ESTANTE.id,
        estanteName: placeNames.ESTANTE,
        ownerName: placeNames.ESTANTE,
        owed,
        sold,
        voided: toAmount(sold - owed),
        paid: toAmount(0),
        held: toAmount(0),
      },
    ];
  }),
  answering(cashCalls.listPayouts, () => ({ items: [], nextCursor: null })),
  answering(productCalls.listProducts, () => []),
];

function rowOf(books: Books, sale: Sale): PurchaseRow {
  const { nuevoSaldo: _balance, codeQrUuid: _id, opId: _op, ...receipt } = receiptOf(books, sale);
  const last = sale.voids.at(-1);
  const returned = sumOf(sale.voids.map(({ amount }) => amount));
  return {
    ...receipt,
    shortCode: shortCodeOf(sale.paperId),
    estanteId: practisingUser.ESTANTE.id,
    marketName,
    ...(last !== undefined && returned === sale.price
      ? { voided: { createAt: last.createAt, reason: last.reason } }
      : {}),
    ...(last !== undefined && returned < sale.price
      ? { givenBack: { amount: toAmount(returned), createAt: last.createAt, reason: last.reason } }
      : {}),
  };
}
