import { matchesSlowHash, slowHash } from '#src/server/secrets/slow-hash.ts';

export function hashPassword(password: string): Promise<string> {
  return slowHash(password);
}

export type PasswordCheck = (stored: string | null, password: string) => Promise<boolean>;

/**
 * Returns a check that takes as long for an unknown user as for a known one: it verifies against the hash of
 * an unused password.
 */
export async function createPasswordCheck(): Promise<PasswordCheck> {
  const nobody = await hashPassword('nobody has this password');
  return async (stored, password) => {
    const matches = await matchesSlowHash(stored ?? nobody, password);
    return stored !== null && matches;
  };
}
