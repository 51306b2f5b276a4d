import { atom, useAtomValue } from 'jotai';
import { store } from './store.ts';

/** Why a placement could not be stored: no space left, the browser refuses, or the disk does not answer. */
export type UnstoredCause = 'full' | 'blocked' | 'slow';

/**
 * `slow`: a read or a write that no sale needs had no answer. `unstored`: a placement could not be stored, so
 * nothing may be sold here; `reason` is for the person who repairs the device.
 */
export type DiskTrouble =
  | { kind: 'none' }
  | { kind: 'slow' }
  | { kind: 'unstored'; cause: UnstoredCause; reason: string };

export const diskTroubleAtom = atom<DiskTrouble>({ kind: 'none' });

export function useDiskTrouble(): DiskTrouble {
  return useAtomValue(diskTroubleAtom, { store });
}
