import { atom, useAtomValue } from 'jotai';
import type { OpId } from '#src/protocol/brands.ts';
import { store } from './store.ts';

/**
 * A money call that was sent without an answer, so it may have been recorded. Sending the same call again
 * records it at most once.
 */
export interface UnansweredCall {
  opId: OpId;
  body: unknown;
}

const unansweredAtom = atom<ReadonlyMap<string, UnansweredCall>>(new Map());

/**
 * Keyed by its subject, "payout <stall>", so that closing and reopening its dialog does not create a second
 * call.
 */
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
