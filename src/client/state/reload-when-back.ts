import { isPurchaseOpen } from '#src/client/state/open-purchase.ts';

/** Until the first request, and at most between two, ms. */
const [firstPauseMs, mostPauseMs] = [3_000, 300_000];
const countKey = 'reloads';

const awaited = { is: false };

/**
 * Reloads the page once our own server answers and no sale is open, for a module that failed to load: a
 * browser does not request it again until then. The link may have dropped so briefly that the browser never
 * noticed. Each such reload in a tab doubles the wait, for a module that never comes. `isStuck`: the open
 * sale itself lacks the part.
 */
export function reloadWhenBack(isStuck = false): void {
  if (awaited.is) return;
  awaited.is = true;
  const count = Number(sessionStorage.getItem(countKey));
  const pauseMs = Math.min(firstPauseMs * 2 ** count, mostPauseMs);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), pauseMs);
  };
  const ask = async (): Promise<void> => {
    const isBack = await isOurServer().catch(() => false);
    if (!isBack || (isPurchaseOpen() && !isStuck)) return wait();
    sessionStorage.setItem(countKey, String(count + 1));
    return location.reload();
  };
  addEventListener('online', () => void ask());
  wait();
}

/** The schema's own check of `/health` is in a file that may be the missing one: a portal echoes no nonce. */
async function isOurServer(): Promise<boolean> {
  const nonce = String(Math.random());
  const response = await fetch(`/api/v1/health?nonce=${nonce}`, { cache: 'no-store' });
  const { status, nonce: echo } = await response.json();
  return !response.redirected && status === 'ok' && echo === nonce;
}
