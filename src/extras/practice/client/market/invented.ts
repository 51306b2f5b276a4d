import type { SessionUser } from '#src/client/state/session.ts';
import { toMarketCode, toVoucherId, type Amount } from '#src/contract/brands.ts';
import { toPracticeVoucher } from '#src/domain/voucher/practice-voucher.ts';
import { practiceTexts as texts } from '../../texts/practice-texts.ts';
import type { Customer, Paper } from './books.ts';

/** The roles that can practise. The people are invented. */
export type PracticeRole = 'ESTANTE' | 'RECARGA';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A code of six characters that no market has, because real codes are generated without a 0. */
export const practiceMarket = toMarketCode('000000');

export const practisingUser: Record<PracticeRole, SessionUser> = {
  ESTANTE: userOf(1, 'ESTANTE'),
  RECARGA: userOf(2, 'RECARGA'),
};

function userOf(number: number, userType: PracticeRole): SessionUser {
  return {
    id: idOf(number),
    email: texts.email,
    userType,
    globalMarketId: practiceMarket,
    status: 'APROBADO',
  };
}

export const placeNames: Record<PracticeRole, string> = {
  ESTANTE: texts.stall,
  RECARGA: texts.point,
};

const invented = (number: number, ownerName: string, identificacion: string): Customer => ({
  id: idOf(100 + number),
  ownerName,
  identificacion,
  createAt: '2026-01-01T12:00:00.000Z',
});

export const rosa = invented(1, texts.rosa, '1000000001');
export const pedro = invented(2, texts.pedro, '1000000002');
export const luz = invented(3, texts.luz, '1000000003');

/** Returns the paper with this number: "PRAC-0001". */
export function paperNumber(number: number, owner: Customer, face: Amount, balance = face): Paper {
  const digits = number.toString(16).padStart(8, '0');
  // The short code is derived from the first ten digits: five are a mark, the others the number.
  const uuid = `b614c${digits.slice(-5, -2)}-${digits.slice(-2)}00-4000-8000-${String(number).padStart(12, '0')}`;
  const id = toPracticeVoucher(toVoucherId(uuid));
  const createAt = new Date(Date.now() - 3_600_000).toISOString();
  return { id, ownerId: owner.id, face, balance, createAt, closedAs: null };
}
