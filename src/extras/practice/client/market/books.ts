import { toAmount, type Amount, type OpId, type Pesos, type VoucherId } from '#src/contract/brands.ts';
import type { HandOver } from '#src/contract/cash/till-hand-over.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import { type ClosedAs, voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';

/** An invented customer. */
export type Customer = { id: string; ownerName: string; identificacion: string; createAt: string };

/** A voucher of practice. */
export type Paper = {
  id: VoucherId;
  ownerId: string;
  face: Amount;
  balance: Amount;
  createAt: string;
  closedAs: ClosedAs;
};

export type Sale = {
  opId: OpId;
  codeCompra: string;
  paperId: VoucherId;
  price: Amount;
  /** Amount that the paper did not cover in an offline sale, and the reason. */
  missing: Amount;
  reason: ConflictReason | null;
  isOffline: boolean;
  occurredAt: string;
  createAt: string;
  voids: readonly { amount: Amount; reason: string; createAt: string }[];
};

export type TopUp = {
  id: string;
  opId: OpId;
  paperId: VoucherId;
  monto: Amount;
  createAt: string;
  isVoided: boolean;
};

/** The whole state of the practice market. Amounts in the smallest unit shown. */
export type Books = {
  customers: readonly Customer[];
  papers: readonly Paper[];
  sales: readonly Sale[];
  topUps: readonly TopUp[];
  handOvers: readonly HandOver[];
  /** Papers that were looked up, in order. */
  lookUps: readonly VoucherId[];
};

export const emptyBooks: Books = {
  customers: [],
  papers: [],
  sales: [],
  topUps: [],
  handOvers: [],
  lookUps: [],
};

export function paperOf(books: Books, id: VoucherId): Paper | undefined {
  return books.papers.find((paper) => paper.id === id);
}

export function stateOf(paper: Paper): VoucherState {
  return voucherStateOf({ ...paper, isBlocked: false, expiresAt: null }, new Date());
}

export function ownerOf({ customers }: Books, { ownerId }: Paper): Customer {
  const owner = customers.find(({ id }) => id === ownerId);
  if (owner === undefined) throw new Error('a paper of practice has an owner');
  return owner;
}

export function withPaper(books: Books, changed: Paper): Books {
  const others = books.papers.filter(({ id }) => id !== changed.id);
  return { ...books, papers: [...others, changed] };
}

/** Returns a sale's amount less its voids. */
export function standsOf({ price, voids }: Sale): Amount {
  return toAmount(price - sumOf(voids.map(({ amount }) => amount)));
}

/** Returns the cash in the till, and the cash in transit, which practice never receives. */
export function tillOf({ topUps, handOvers }: Books): { expected: Amount; inTransit: Amount } {
  const taken = sumOf(topUps.filter(({ isVoided }) => !isVoided).map(({ monto }) => monto));
  const inTransit = sumOf(handOvers.map(({ monto }) => monto));
  return { expected: toAmount(taken - inTransit), inTransit: toAmount(inTransit) };
}

export function sumOf(amounts: readonly Pesos[]): number {
  return amounts.reduce<number>((sum, amount) => sum + amount, 0);
}
