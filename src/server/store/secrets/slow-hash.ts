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
