import { probeServer } from '#src/client/api/sync.ts';

/** Asks the server itself; navigator.onLine only says when it is worth asking. */
export type Connectivity = { check(): Promise<void>; stop(): void };

const onlineEveryMs = 30_000;
const offlineEveryMs = 5_000;

export function watchConnectivity(onLink: (link: 'online' | 'offline') => void): Connectivity {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The latest question. An earlier one may be answered after it, from before the link went. */
  let asked = 0;

  async function check(): Promise<void> {
    clearTimeout(timer);
    const own = ++asked;
    const isOnline = await probeServer();
    if (own !== asked) return;
    onLink(isOnline ? 'online' : 'offline');
    timer = setTimeout(checkQuietly, isOnline ? onlineEveryMs : offlineEveryMs);
  }
  // probeServer returns false, it does not throw.
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
