import { StrictMode, Suspense, lazy, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { outboxExists } from '#src/client/local/live/outbox-exists.ts';
import { CommandsContext, type LoadCommands } from '#src/client/shared/operation/use-commands.ts';
import { CrashGuard, StorageFailure } from '#src/client/shared/problem/crash-guard.tsx';
import type { UpdateReason } from '#src/client/shared/update-prompt.tsx';
import { readConnection } from '#src/client/state/connection.ts';
import { watchInstallOffer } from '#src/client/state/install-offer.ts';
import { isSaleOpen } from '#src/client/state/open-sale.ts';
import { pageFact } from '#src/client/state/page-facts.ts';
import { onServerVersion } from '#src/client/state/server-version.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import '#src/client/ui/base.css';
import { onSyncRequest, requestSync } from '#src/client/state/sync-request.ts';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { applyTheme, readTheme } from '#src/client/ui/theme.ts';
import { startAppUpdate } from './app-update.ts';
import { lazyScreen } from './lazy-screen.tsx';

const UpdatePrompt = lazy(() =>
  import('#src/client/shared/update-prompt.tsx').then((m) => ({ default: m.UpdatePrompt })),
);

/**
 * With the first command comes the money database, and all that shows and sends what it writes: a link that goes in between
 * must not leave an operation on this device that nothing here can show or send.
 */
const loadCommands: LoadCommands = async () => {
  const [{ browserCommands }] = await Promise.all([
    import('./browser-commands.ts'),
    import('#src/client/local/live/live-queries.ts'),
    import('./start-sync.ts'),
  ]);
  return browserCommands;
};

const loadApp = () => import('./router.tsx');

/** Addresses of the core. One that is missing here costs a request and works all the same. */
const usualPage = /^\/($|login|register|dashboard)/;

/** The pages of printed codes have nowhere to go to: they are opened without the router, by whoever pays for each kilobyte. */
async function loadPage() {
  if (location.pathname === '/code-qr')
    return import('#src/client/screens/purchase/purchase-screen.tsx').then((m) => m.PurchasePages);
  // The list of extras' pages is only loaded where it may be needed: it weighs as much as this file.
  if (!usualPage.test(location.pathname)) {
    const openExtraPage = (await import('./extra-pages.ts')).extraPageAt(location.pathname);
    if (openExtraPage) return openExtraPage(loadApp);
  }
  const { Router, preloadScreen } = await loadApp();
  await preloadScreen(location.pathname);
  return Router;
}

const Pages = lazyScreen(async () =>
  pageFact('demo')
    ? (await import('#src/client/screens/demo/demo-pages.ts')).demoPages(loadPage)
    : loadPage(),
);

watchInstallOffer();
applyTheme(readTheme());

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');
const root = createRoot(place);

const sync = new Promise<void>(onSyncRequest)
  .then(() => import('./start-sync.ts'))
  .then(({ startSync }) => startSync(reportStorageFailure));

const update = startAppUpdate({
  onUpdateReady: () => render('ready'),
  onWake: () => void sync.then((running) => running.wake()),
});
onServerVersion((met) => {
  update.requireUpdate();
  if (met !== 'known') render(met);
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void update.askWake();
});

// A screen that cannot be loaded (no link, no copy) is met again, and shown as such, when it is rendered.
void Pages.preload()
  .catch(() => undefined)
  // In slices: a tap or a scroll during the first render of a slow phone is not kept waiting.
  .then(() => startTransition(() => render(null)))
  // Not beside the page: a page of an extra may have an outbox of its own, which has to be there before it is looked for.
  .then(whenIdle)
  .then(outboxExists)
  .then((isUsed) => isUsed && requestSync());

function render(reason: UpdateReason | null): void {
  root.render(
    <StrictMode>
      {reason !== null && (
        <Suspense>
          <UpdatePrompt reason={reason} onApply={() => update.applyUpdate(isIdle)} />
        </Suspense>
      )}
      <CommandsContext value={loadCommands}>
        <CrashGuard>
          <Suspense fallback={<LoadingPage />}>
            <Pages />
          </Suspense>
        </CrashGuard>
      </CommandsContext>
      <StorageFailure />
    </StrictMode>,
  );
}

function LoadingPage() {
  return (
    <main>
      <Loading />
    </main>
  );
}

/** After the first paint, when the browser has nothing better to do, and after two seconds in any case. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 300);
  });
}

/** No money in hand and nothing on its way. */
function isIdle(): boolean {
  return !isSaleOpen() && readConnection().sending === null;
}
