import { atom, useAtomValue } from 'jotai';
import { toMarketCode } from '#src/contract/brands.ts';
import { holdOperatorKey } from './operator-key.ts';
import type { SessionUser } from './session.ts';
import { useSessionUser } from './session.ts';
import { store } from './store.ts';

/** The person who opened the device with a PIN and without a link. In memory only: a reload locks again. */
export type Unlocked = {
  id: string;
  userType: 'ESTANTE' | 'RECARGA';
};

const unlockedAtom = atom<Unlocked | null>(null);

/** Null while the device is locked. */
export function useUnlocked(): Unlocked | null {
  return useAtomValue(unlockedAtom, { store });
}

export function unlockDevice(operator: Unlocked): void {
  store.set(unlockedAtom, operator);
}

/** The person's key goes with it. */
export function lockDevice(): void {
  store.set(unlockedAtom, null);
  holdOperatorKey(null);
}

export type Actor = SessionUser & { /** by PIN: only sells or tops up */ isLimited: boolean };

/** Returns the signed-in person, else the one who opened the device with a PIN, else null. */
export function useActor(): Actor | null {
  const user = useSessionUser();
  const unlocked = useUnlocked();
  if (user) return { ...user, isLimited: false };
  if (!unlocked) return null;
  const { id, userType } = unlocked;
  return { id, userType, email: '', globalMarketId: toMarketCode(''), status: '', isLimited: true };
}
