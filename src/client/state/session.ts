import { atom, useAtomValue } from 'jotai';
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { MarketCode } from '#src/protocol/brands.ts';
import { isPurchaseOpen, oncePurchasesClose } from './open-purchase.ts';
import { store } from './store.ts';

export type SessionUser = {
  id: string;
  email: string;
  userType: UserType;
  globalMarketId: MarketCode;
  status: string;
};

/** The auth state of the specification, section 3; the only state persisted, in session storage. */
export type AuthState = {
  token: string;
  refreshToken: string;
  isAuthenticated: boolean;
  isLoading: boolean;
  error: string;
  responseRegister: unknown;
  user: SessionUser | null;
};

const signedOut: AuthState = {
  token: '',
  refreshToken: '',
  isAuthenticated: false,
  isLoading: false,
  error: '',
  responseRegister: null,
  user: null,
};

const storage = createJSONStorage<AuthState>(() => sessionStorage);
/** getOnInit: without it the first render after a reload is signed out. */
const authAtom = atomWithStorage<AuthState>('auth', signedOut, storage, { getOnInit: true });
/**
 * The person whose session the server ended during a sale, and who may complete it first. A reload ends this.
 */
const finishingAtom = atom<SessionUser | null>(null);
const userAtom = atom((get) => get(authAtom).user ?? get(finishingAtom));

export function useAuth(): AuthState {
  return useAtomValue(authAtom, { store });
}

/** Returns the signed-in user, or the one who completes a sale after the session ended, or null. */
export function useSessionUser(): SessionUser | null {
  return useAtomValue(userAtom, { store });
}

export function readAuth(): AuthState {
  return store.get(authAtom);
}

export function patchAuth(patch: Partial<AuthState>): void {
  store.set(authAtom, { ...store.get(authAtom), ...patch });
}

/** Clears the session. The outbox belongs to the device and stays. */
export function signOutLocally(): void {
  store.set(finishingAtom, null);
  store.set(authAtom, signedOut);
}

/**
 * Ends the session after the server did, and the entrance shows why. A background call may notice it first,
 * while an amount is half typed: the screen then stays until that sale is completed, and its operations wait
 * for the next sign-in.
 */
export function endSession(): void {
  if (isPurchaseOpen()) {
    store.set(finishingAtom, readAuth().user);
    oncePurchasesClose(() => store.set(finishingAtom, null));
  }
  store.set(authAtom, { ...signedOut, error: 'session-ended' });
}

/** Opens the entrance, which shows why the server ended the session. Waiting operations are sent after the sign-in. */
export function goSignIn(): void {
  if (readAuth().user !== null) signOutLocally();
  else store.set(finishingAtom, null);
}

/** Calls `listener` after any change of the session. Returns the function that stops it. */
export function onAuth(listener: () => void): () => void {
  return store.sub(authAtom, listener);
}

/**
 * Calls `listener` with the person who signed in, or with null after a sign-out, but not after a token
 * renewal. Returns the function that stops it.
 */
export function onSignInOrOut(listener: (user: SessionUser | null) => void): () => void {
  let before = readAuth().user?.id;
  return onAuth(() => {
    const { user } = readAuth();
    if (user?.id === before) return;
    before = user?.id;
    listener(user);
  });
}
