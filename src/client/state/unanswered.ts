import { atom, useAtomValue } from 'jotai';
import type { OpId } from '#src/contract/brands.ts';
import { store } from './store.ts';

/** A call about money that was sent and not answered: it may have been recorded. Sent again as it is, it is recorded once. */
export interface UnansweredCall {
  opId: OpId;
  body: unknown;
}

const unansweredAtom = atom<ReadonlyMap<string, UnansweredCall>>(new Map());

/** By what it is about, "payout <stall>": closing its dialog must not make a second one of it. */
export function useUnanswered(subject: string): UnansweredCall | undefined {
  return useAtomValue(unansweredAtom, { store }).get(subject);
}

export function keepUnanswered(subject: string, call: UnansweredCall): void {
  store.set(unansweredAtom, new Map(store.get(unansweredAtom)).set(subject, call));
}

export function forgetUnanswered(subject: string): void {
  const kept = new Map(store.get(unansweredAtom));
  if (kept.delete(subject)) store.set(unansweredAtom, kept);
}
