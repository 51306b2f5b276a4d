import type { MoneyDb } from '#src/client/local/money-db.ts';
import type { LeaderPort } from './ports.ts';

const leaseMs = 60_000;

/** A clock that was set back must not make a dead tab's lease last a day: none is longer than it was given. */
function isHeld(leftMs: number): boolean {
  return leftMs > 0 && leftMs <= leaseMs;
}

/**
 * One sender at a time across tabs: a Web Lock, which the browser gives back when its tab goes away. Where there are no
 * Web Locks, a row that says who may send until when; two tabs that race for it are harmless, because an operation's id
 * makes sending twice one effect.
 */
export function createLeader(db: MoneyDb, owner: string, now: () => number): LeaderPort {
  if ('locks' in navigator)
    return async (work) =>
      navigator.locks.request('outbox-drain', { ifAvailable: true }, async (lock) => {
        if (lock) await work();
        return lock !== null;
      });
  return async (work) => {
    const isMine = await db.transaction('rw', db.leases, async () => {
      const lease = await db.leases.get('drain');
      if (lease && lease.owner !== owner && isHeld(lease.expiresAt - now())) return false;
      await db.leases.put({ id: 'drain', owner, expiresAt: now() + leaseMs });
      return true;
    });
    if (!isMine) return false;
    try {
      await work();
    } finally {
      await db.leases.delete('drain');
    }
    return true;
  };
}
