import { matchesSlowHash, slowHash, type HashCost } from '#src/server/store/secrets/slow-hash.ts';

export type PasswordCheck = (stored: string | null, password: string) => Promise<boolean>;

/**
 * Returns a check that takes as long for an unknown user as for a known one: it verifies against the hash of
 * an unused password.
 */
export async function createPasswordCheck(cost: HashCost): Promise<PasswordCheck> {
  const nobody = await slowHash('nobody has this password', cost);
  return async (stored, password) => {
    const matches = await matchesSlowHash(stored ?? nobody, password);
    return stored !== null && matches;
  };
}
