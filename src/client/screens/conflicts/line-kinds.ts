import { Banknote, type LucideIcon, ShoppingBasket, Undo2 } from 'lucide-react';
import { assigneeTexts, conflictsTexts as texts } from '#src/client/texts/settlement-texts.ts';
import type { BadgeKind } from '#src/client/ui/tables/badge.tsx';
import type { JudgedRow } from '#src/client/ui/tables/judged-rows.tsx';
import { type Assignee, type Conflict, type ConflictState } from '#src/contract/conflicts/schemas.ts';

/** A bearer of the loss, or what becomes of a top-up. */
export interface Choice {
  to: Assignee;
  label: string;
  note: string;
  title: (sum: string) => string;
  no: string;
  yes: (sum: string) => string;
  /** A person or the fund bears a loss. */
  isLoss: boolean;
}

interface LineKind {
  icon: LucideIcon;
  name: string;
  /** Label of the choices. */
  question: string;
  choices: (conflict: Conflict) => readonly [Choice, ...Choice[]];
}

export const lineKinds = {
  sale: {
    icon: ShoppingBasket,
    name: texts.sale,
    question: texts.assign,
    choices: () => bearers(assigneeTexts),
  },
  'cash-taken': { icon: Banknote, name: texts.topUp, question: texts.decide, choices: topUpChoices },
  'cash-returned': {
    icon: Undo2,
    name: texts.topUpVoid,
    question: texts.assign,
    choices: () => bearers({ ...assigneeTexts, stall: texts.assignStallTopUpVoid }),
  },
  withdrawal: {
    icon: Undo2,
    name: texts.withdrawal,
    question: texts.assign,
    choices: () => bearers(texts.assignWithdrawal),
  },
} satisfies Record<Conflict['kind'], LineKind>;

export const lineStates = {
  waiting: { badge: 'waiting', verdict: 'pending' },
  overspend: { badge: 'warning', verdict: 'pending' },
  review: { badge: 'refused', verdict: 'refused' },
  resolved: { badge: 'paid', verdict: 'good' },
} satisfies Record<ConflictState, { badge: BadgeKind; verdict: JudgedRow['verdict'] }>;

/** A line that waits for its top-up settles automatically; a resolved one never changes. */
export function canAssign({ state, alarm }: Conflict): boolean {
  return state === 'overspend' || state === 'review' || (state === 'waiting' && alarm);
}

function bearers(labels: Record<Assignee, string>): [Choice, Choice, Choice] {
  const choice = (to: Assignee): Choice => ({
    to,
    label: labels[to],
    note: texts.bearerNotes[to],
    title: (sum) => texts.askTitle(sum, assigneeTexts[to]),
    no: texts.no,
    yes: texts.yes,
    isLoss: true,
  });
  return [choice('guarantee'), choice('customer'), choice('stall')];
}

function topUpChoices({ reason }: Conflict): [Choice, Choice] {
  const { made, renewed, dropped } = texts.topUpChoices;
  const done = reason === 'ID_TAKEN' ? renewed : made;
  return [
    { to: 'guarantee', ...done, no: texts.notYet, isLoss: false },
    { to: 'stall', ...dropped, no: texts.notYet, isLoss: true },
  ];
}
