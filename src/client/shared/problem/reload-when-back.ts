/** Until the first request, and at most between two, ms. */
const [firstPauseMs, mostPauseMs] = [3_000, 300_000];
const countKey = 'reloads';

const awaited = { is: false };

/**
 * Reloads the page once the server answers, for a module that failed to load: a browser does not request it
 * again until then. The link may have dropped so briefly that the browser never noticed. Each such reload
 * in a tab doubles the wait, for a module that never comes.
 */
export function reloadWhenBack(): void {
  if (awaited.is) return;
  awaited.is = true;
  const count = Number(sessionStorage.getItem(countKey));
  const pauseMs = Math.min(firstPauseMs * 2 ** count, mostPauseMs);
  const reload = (): void => {
    sessionStorage.setItem(countKey, String(count + 1));
    location.reload();
  };
  const ask = (): void => {
    fetch('/health', { cache: 'no-store' }).then(({ ok }) => (ok ? reload() : wait()), wait);
  };
  const wait = (): void => void setTimeout(ask, pauseMs);
  addEventListener('online', reload, { once: true });
  wait();
}
