import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { TokenPair } from '#src/contract/accounts/login.ts';
import { toBase64Url } from '#src/protocol/base64url.ts';

/**
 * The server's sessions in memory: an access token expires soon, a refresh token works once and for a short
 * time after.
 */
export type SimSessions = {
  /** Issues tokens after the right password; null when the person may not sign in. */
  open(personId: string): TokenPair | null;
  renew(refreshToken: string): TokenPair | null;
  /** Signs this person out everywhere. */
  end(personId: string): void;
  /** Returns the token's person; null when it expired, was ended, or is unknown. */
  personOf(accessToken: string): string | null;
};

/** Shorter than the product's, because a run's day has few steps. */
const accessMs = 5_000;
/** As in the product: two tabs may renew with the same token at once. */
const graceMs = 60_000;

type Refresh = { family: string; personId: string; usedAt: number | null; successor: string };

export function createSimSessions(
  now: () => number,
  newId: () => string,
  mayWork: (personId: string) => boolean,
): SimSessions {
  const refreshes = new Map<string, Refresh>();
  const accesses = new Map<string, { family: string; personId: string; expiresAt: number }>();
  const ended = new Set<string>();

  function accessFor(family: string, personId: string): string {
    const claims = { sub: personId, email: '', userType: 'ESTANTE', globalMarketId: '', status: 'APROBADO' };
    const token = `simulated.${toBase64Url(utf8ToBytes(JSON.stringify(claims)))}.${newId()}`;
    accesses.set(token, { family, personId, expiresAt: now() + accessMs });
    return token;
  }

  function keep(refreshToken: string, family: string, personId: string): string {
    refreshes.set(refreshToken, { family, personId, usedAt: null, successor: newId() });
    return refreshToken;
  }

  return {
    open: (personId) => {
      if (!mayWork(personId)) return null;
      const family = newId();
      return { token: accessFor(family, personId), refreshToken: keep(newId(), family, personId) };
    },
    renew: (refreshToken) => {
      const row = refreshes.get(refreshToken);
      if (!row || ended.has(row.family)) return null;
      const { family, personId, usedAt, successor } = row;
      if (usedAt !== null && now() - usedAt > graceMs) ended.add(family);
      if (ended.has(family) || !mayWork(personId)) return null;
      if (usedAt === null) {
        row.usedAt = now();
        keep(successor, family, personId);
      }
      return { token: accessFor(family, personId), refreshToken: successor };
    },
    end: (personId) => {
      for (const { family, personId: owner } of accesses.values()) if (owner === personId) ended.add(family);
    },
    personOf: (accessToken) => {
      const access = accesses.get(accessToken);
      const isGood = access && access.expiresAt > now() && !ended.has(access.family);
      return isGood && mayWork(access.personId) ? access.personId : null;
    },
  };
}
