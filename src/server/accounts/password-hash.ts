import { hash, verify } from '@node-rs/argon2';

/** argon2id at OWASP's floor: 19 MiB, two passes, one lane. Source: OWASP Password Storage Cheat Sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

export type PasswordCheck = (stored: string | null, password: string) => Promise<boolean>;

/**
 * Returns a check that takes as long for an unknown user as for a known one: it verifies against the hash of
 * an unused password.
 */
export async function createPasswordCheck(): Promise<PasswordCheck> {
  const nobody = await hashPassword('nobody has this password');
  return async (stored, password) => {
    const matches = await verify(stored ?? nobody, password);
    return stored !== null && matches;
  };
}
