import { newOpId } from '#src/client/commands/new-id.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import { toAmount, toPoints, type OpId } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/cash/calls.ts';
import { handOverCalls } from '#src/contract/cash/hand-over-calls.ts';
import type { HandOver } from '#src/contract/cash/till-hand-over.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import { defaultTillCeiling } from '#src/contract/markets/schemas.ts';
import { moneyCalls } from '#src/contract/operations/calls.ts';
import { type TopUpCommand, type TopUpReceipt, voucherCreated } from '#src/contract/topups/schemas.ts';
import { voucherCalls } from '#src/contract/vouchers/calls.ts';
import { isSameDocument } from '#src/domain/identification.ts';
import { handOverCodeOf } from '#src/domain/operations/cash/till-hand-over.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { practiceTexts } from '../../texts/practice-texts.ts';
import { answering, type PracticeMarket, refuse, type Refused } from './answers.ts';
import {
  type Books,
  type Customer,
  ownerOf,
  paperOf,
  stateOf,
  sumOf,
  tillOf,
  type TopUp,
  withPaper,
} from './books.ts';
import { practisingUser } from './invented.ts';

/** Answers to the calls of a top-up point: customers, top-ups, their voids, and its till. */
export const pointAnswers = [
  answering(accountCalls.findUser, ({ params: { id }, market }) => {
    const found = market.books().customers.find(({ identificacion }) => isSameDocument(identificacion, id));
    return found === undefined ? refuse('UNKNOWN_CUSTOMER') : userOf(found);
  }),
  answering(customerCalls.listCustomers, ({ query: { q = '' }, market }) => {
    const books = market.books();
    const items = books.customers
      .filter(({ ownerName, identificacion }) => plain(`${ownerName} ${identificacion}`).includes(plain(q)))
      .map((customer) => ({ ...userOf(customer), ...heldBy(books, customer), points: toPoints(0) }));
    return { items, nextCursor: null };
  }),
  answering(customerCalls.findCustomer, ({ params: { id }, market }) => {
    const books = market.books();
    const found = books.customers.find((customer) => customer.id === id);
    if (found === undefined) return refuse('UNKNOWN_CUSTOMER');
    return {
      client: userOf(found),
      balance: heldBy(books, found).balance,
      points: toPoints(0),
      vouchers: [],
    };
  }),
  answering(moneyCalls.createTopUp, ({ body, opId, market }) => topUp(market, body, opId)),
  answering(voucherCalls.voidTopUp, ({ body: { id, reason }, market }) => {
    const books = market.books();
    const made = books.topUps.find((one) => one.id === id);
    const paper = made && paperOf(books, made.paperId);
    if (made === undefined || paper === undefined) return refuse('UNKNOWN_TOP_UP');
    if (made.isVoided) return refuse('TOP_UP_VOIDED');
    if (paper.balance < paper.face) return refuse('TOP_UP_USED', { left: paper.balance });
    const topUps = books.topUps.map((one) => (one === made ? { ...made, isVoided: true } : one));
    const closed = { ...paper, balance: toAmount(0), closedAs: 'voided' as const };
    const after = withPaper({ ...books, topUps }, closed);
    market.write(after);
    return {
      _id: newOpId(),
      topUpId: id,
      ownerName: ownerOf(books, paper).ownerName,
      shortCode: shortCodeOf(paper.id),
      monto: made.monto,
      paidFrom: 'TILL' as const,
      till: tillOf(after).expected,
      reason,
      createAt: market.now(),
    };
  }),
  answering(voucherCalls.listTopUps, ({ market }) => {
    const books = market.books();
    return { items: books.topUps.flatMap((one) => rowOf(books, one)), nextCursor: null };
  }),
  answering(cashCalls.listTills, ({ market }) => {
    const { topUps, handOvers } = market.books();
    const undone = topUps.filter(({ isVoided }) => isVoided).map(({ monto }) => monto);
    return [
      {
        topUpPointId: practisingUser.RECARGA.id,
        ownerName: practiceTexts.point,
        ...tillOf(market.books()),
        ceiling: defaultTillCeiling,
        topUps: { count: topUps.length, total: toAmount(sumOf(topUps.map(({ monto }) => monto))) },
        topUpVoids: { count: undone.length, total: toAmount(sumOf(undone)) },
        floats: { count: 0, total: toAmount(0) },
        lastCountAt: null,
        lastHandOverAt: handOvers[0]?.createAt ?? null,
      },
    ];
  }),
  answering(handOverCalls.handOver, ({ body: { monto, pieces = [] }, opId, market }) => {
    const books = market.books();
    const known = books.handOvers.find(({ _id }) => _id === opId);
    const { expected } = tillOf(books);
    if (!known && monto > expected) return refuse('HAND_OVER_TOO_MUCH', { left: expected });
    const op = opId ?? newOpId();
    const handOver: HandOver = known ?? {
      _id: op,
      code: handOverCodeOf(op),
      topUpPointId: practisingUser.RECARGA.id,
      ownerName: practiceTexts.point,
      monto,
      pieces,
      createAt: market.now(),
      state: 'IN_TRANSIT',
      isOverdue: false,
      isOwn: true,
      received: null,
    };
    if (!known) market.write({ ...books, handOvers: [handOver, ...books.handOvers] });
    const { _id, code, createAt } = handOver;
    return { _id, code, monto, left: tillOf(market.books()).expected, createAt, opId: op };
  }),
  answering(handOverCalls.takeBackHandOver, ({ body: { id }, market }) => {
    const books = market.books();
    const found = books.handOvers.find(({ _id }) => _id === id);
    if (!found) return refuse('NOT_FOUND');
    const after = { ...books, handOvers: books.handOvers.filter((one) => one !== found) };
    market.write(after);
    const { code, monto } = found;
    const left = tillOf(after).expected;
    return { _id: newOpId(), handOverId: id, code, monto, left, createAt: market.now() };
  }),
  answering(handOverCalls.listHandOvers, ({ market }) => ({
    items: [...market.books().handOvers],
    nextCursor: null,
  })),
];

/** Issues a new paper to an invented customer, once for its operation. */
export async function topUp(
  market: PracticeMarket,
  { monto, uuid, clientId }: TopUpCommand,
  opId: OpId,
): Promise<TopUpReceipt | Refused> {
  const books = market.books();
  const before = books.topUps.find((one) => one.opId === opId);
  if (before !== undefined) return receiptOf(market, books, before);
  if (!books.customers.some(({ id }) => id === clientId)) return refuse('UNKNOWN_CUSTOMER');
  if (paperOf(books, uuid) !== undefined) return refuse('VOUCHER_EXISTS');
  const createAt = market.now();
  const paper = { id: uuid, ownerId: clientId, face: monto, balance: monto, createAt, closedAs: null };
  const made = { id: newOpId(), opId, paperId: uuid, monto, createAt, isVoided: false };
  const after = withPaper({ ...books, topUps: [made, ...books.topUps] }, paper);
  market.write(after);
  return receiptOf(market, after, made);
}

async function receiptOf(market: PracticeMarket, books: Books, made: TopUp): Promise<TopUpReceipt | Refused> {
  const paper = paperOf(books, made.paperId);
  if (paper === undefined) return refuse('UNKNOWN_VOUCHER');
  const { ownerName, identificacion } = ownerOf(books, paper);
  return {
    _id: made.id,
    identification: identificacion,
    ownerName,
    status: stateOf(paper) === 'ACTIVE',
    createAt: made.createAt,
    urlCodeQr: await market.key.linkOf(paper),
    message: voucherCreated,
    monto: made.monto,
    uuid: made.paperId,
    opId: made.opId,
  };
}

function rowOf(books: Books, made: TopUp) {
  const paper = paperOf(books, made.paperId);
  if (paper === undefined) return [];
  const { id, ownerName, identificacion } = ownerOf(books, paper);
  return [
    {
      _id: made.id,
      identification: identificacion,
      ownerName,
      status: stateOf(paper) === 'ACTIVE',
      createAt: made.createAt,
      monto: made.monto,
      clientId: id,
      saldo: paper.balance,
      state: stateOf(paper),
      shortCode: shortCodeOf(paper.id),
      topUpPointId: practisingUser.RECARGA.id,
      topUpPointName: practiceTexts.point,
    },
  ];
}

function userOf({ id, ownerName, identificacion, createAt }: Customer): User {
  return {
    _id: id,
    email: '',
    identificacion,
    ownerName,
    phone: '',
    status: 'APROBADO',
    userType: 'USUARIO',
    visible: true,
    createAt,
  };
}

function heldBy({ papers }: Books, { id }: Customer) {
  const own = papers.filter((paper) => paper.ownerId === id && stateOf(paper) === 'ACTIVE');
  return { balance: toAmount(sumOf(own.map(({ balance }) => balance))), vouchers: own.length };
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
