import { atom, useAtomValue } from 'jotai';
import { toMarketCode } from '#src/protocol/brands.ts';
import { type SessionUser, useSessionUser } from './session.ts';
import { store } from './store.ts';

/** The person who unlocked the device with a PIN, offline. In memory only, so a reload locks it again. */
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

export function lockDevice(): void {
  store.set(unlockedAtom, null);
}

export type Actor = SessionUser & {
  /** True for a PIN: the person may only sell or top up. */ isLimited: boolean;
};

/** Returns the signed-in person, otherwise the person who unlocked the device with a PIN, otherwise null. */
export function useActor(): Actor | null {
  const user = useSessionUser();
  const unlocked = useUnlocked();
  if (user) return { ...user, isLimited: false };
  if (!unlocked) return null;
  const { id, userType } = unlocked;
  return { id, userType, email: '', globalMarketId: toMarketCode(''), status: '', isLimited: true };
}
