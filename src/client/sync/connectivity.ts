import { sendRequest } from '#src/client/api/send-request.ts';
import { healthCalls } from '#src/contract/sync/health.ts';

/** Queries the server itself; navigator.onLine only indicates when that is worthwhile. */
export type Connectivity = { check(): Promise<void>; stop(): void };

const onlineEveryMs = 30_000;
const offlineEveryMs = 5_000;
const probeTimeoutMs = 5_000;

export function watchConnectivity(onLink: (link: 'online' | 'offline') => void): Connectivity {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the latest query. An earlier one may be answered after it, from before the link was lost. */
  let asked = 0;

  async function check(): Promise<void> {
    clearTimeout(timer);
    const own = ++asked;
    const isOnline = await probeServer();
    if (own !== asked) return;
    onLink(isOnline ? 'online' : 'offline');
    timer = setTimeout(checkQuietly, isOnline ? onlineEveryMs : offlineEveryMs);
  }
  // probeServer returns false instead of throwing.
  const checkQuietly = (): void => void check();

  window.addEventListener('online', checkQuietly);
  window.addEventListener('offline', checkQuietly);
  document.addEventListener('visibilitychange', checkQuietly);
  return {
    check,
    stop: () => {
      asked += 1;
      clearTimeout(timer);
      window.removeEventListener('online', checkQuietly);
      window.removeEventListener('offline', checkQuietly);
      document.removeEventListener('visibilitychange', checkQuietly);
    },
  };
}

/**
 * True when our own server answered and echoed the nonce: no captive portal, no cache. Also true when it refuses for
 * too many calls, because others behind the address must not make a tablet sell without a link.
 */
export async function probeServer(): Promise<boolean> {
  // Not randomUUID, which browsers do not offer over plain http on a market's own network.
  const query = { nonce: crypto.getRandomValues(new Uint32Array(4)).join('-') };
  const outcome = await sendRequest(healthCalls.readHealth, { query, timeoutMs: probeTimeoutMs }, undefined);
  if (outcome.kind === 'refused') return outcome.code === 'TOO_MANY_REQUESTS';
  return outcome.kind === 'ok' && outcome.data.nonce === query.nonce;
}
