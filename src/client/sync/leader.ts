import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { LeaderPort } from './ports.ts';

const leaseMs = 60_000;

/**
 * A clock that was set back must not extend a dead tab's lease to a day: no lease exceeds its original
 * length.
 */
function isHeld(leftMs: number): boolean {
  return leftMs > 0 && leftMs <= leaseMs;
}

/**
 * The lock of a page that is gone may remain (Firefox keeps it while the page could be restored), so it is
 * taken over.
 */
const stuckMs = 60_000;
const lockName = 'outbox-drain';

/**
 * Ensures one sender at a time across tabs: by a Web Lock, which the browser releases with its tab, or
 * otherwise by a row that names the sender and a time limit. Two tabs that race for the row are harmless,
 * because an operation's id makes repeated sending one effect.
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
        // Taken over by another tab: this run continues to its end without the lock.
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

/** Resolves when `work` is done or its page is left: the next page must not wait for this one's lock. */
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
