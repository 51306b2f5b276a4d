import { atom, useAtomValue } from 'jotai';
import type { OpId } from '#src/protocol/brands.ts';
import { store } from './store.ts';

/**
 * Operations whose second copy is being written, whose decisions are not shown yet. Kept only until a reload.
 */
const heldBackAtom = atom<ReadonlySet<OpId>>(new Set<OpId>());

export function useIsHeldBack(opId: OpId | null): boolean {
  const heldBack = useAtomValue(heldBackAtom, { store });
  return opId !== null && heldBack.has(opId);
}

/** Holds `opId` back until the returned function is called. */
export function holdBack(opId: OpId): () => void {
  change((ids) => ids.add(opId));
  return () => change((ids) => ids.delete(opId));
}

function change(by: (ids: Set<OpId>) => void): void {
  const ids = new Set(store.get(heldBackAtom));
  by(ids);
  store.set(heldBackAtom, ids);
}
