import { hash, verify } from '@node-rs/argon2';

export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** argon2id at OWASP's floor: 19 MiB, two passes, one lane. Source: OWASP Password Storage Cheat Sheet. */
export const productionHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns a slow hash of a secret that a person chose. */
export function slowHash(secret: string, cost: HashCost = productionHashCost): Promise<string> {
  return hash(secret, cost);
}

export function matchesSlowHash(stored: string, secret: string): Promise<boolean> {
  return verify(stored, secret);
}

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
