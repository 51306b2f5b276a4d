import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { LeaderPort } from './ports.ts';

const leaseMs = 60_000;

/** A clock that was set back must not make a dead tab's lease last a day: none is longer than it was given. */
function isHeld(leftMs: number): boolean {
  return leftMs > 0 && leftMs <= leaseMs;
}

/** The lock of a page that is gone may stay (Firefox keeps it while the page could be gone back to): it is taken over. */
const stuckMs = 60_000;
const lockName = 'outbox-drain';

/**
 * One sender at a time across tabs: a Web Lock, which the browser gives back when its tab goes away. Where there are no
 * Web Locks, a row that says who may send until when; two tabs that race for it are harmless, because an operation's id
 * makes sending twice one effect.
 */
export function createLeader(db: MoneyDb, owner: string, now: () => number): LeaderPort {
  return 'locks' in navigator ? leadByLock(now) : leadByLease(db, owner, now);
}

function leadByLock(now: () => number): LeaderPort {
  let refusedSince: number | null = null;
  return async (work) => {
    const waitedMs = refusedSince === null ? 0 : now() - refusedSince;
    const isStuck = waitedMs < 0 || waitedMs >= stuckMs;
    const held: { running: Promise<void> | null } = { running: null };
    const hold = async (lock: Lock | null): Promise<void> => {
      if (lock === null) return;
      held.running = work();
      await untilGone(held.running);
    };
    await navigator.locks
      .request(lockName, isStuck ? { steal: true } : { ifAvailable: true }, hold)
      .catch((error: unknown) => {
        // Taken over by another tab: what runs here goes on to its end, without the lock.
        if (held.running === null) throw error;
      });
    if (held.running === null) {
      refusedSince ??= now();
      return false;
    }
    refusedSince = null;
    await held.running;
    return true;
  };
}

/** Until `work` is done, or its page is left: the next page must not wait for this one's lock. */
async function untilGone(work: Promise<void>): Promise<void> {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  addEventListener('pagehide', leave);
  await Promise.race([work, left]).finally(() => removeEventListener('pagehide', leave));
}

function leadByLease(db: MoneyDb, owner: string, now: () => number): LeaderPort {
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
