import { StrictMode, Suspense, lazy, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { CommandsContext, type LoadCommands } from '#src/client/commands/use-commands.ts';
import { outboxExists } from '#src/client/local/live/outbox-exists.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { useDiskTrouble } from '#src/client/state/disk-trouble.ts';
import { watchInstallOffer } from '#src/client/state/install-offer.ts';
import { isPurchaseOpen } from '#src/client/state/open-purchase.ts';
import { pageFact } from '#src/client/state/page-facts.ts';
import { onServerVersion } from '#src/client/state/server-version.ts';
import { onSyncRequest, requestSync } from '#src/client/state/sync-request.ts';
import { CrashGuard, Optional } from '#src/client/ui/crash-guard.tsx';
import '#src/client/ui/base.css';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { applyTheme, readTheme } from '#src/client/ui/theme.ts';
import type { UpdateReason } from '#src/client/update-prompt.tsx';
import { startAppUpdate } from './app-update.ts';
import { lazyScreen } from './lazy-screen.tsx';

const isVoucherPage = location.pathname === '/code-qr';

const loadDiskTrouble = () => import('#src/client/disk-trouble.tsx');
const DiskTroubleShown = lazy(() => loadDiskTrouble().then((m) => ({ default: m.DiskTroubleShown })));
const UpdatePrompt = lazy(() =>
  import('#src/client/update-prompt.tsx').then((m) => ({ default: m.UpdatePrompt })),
);

/**
 * The first command also loads the money database and everything that shows and sends its contents: a link
 * that fails in between must not leave an operation that nothing here can show or send.
 */
const loadCommands: LoadCommands = async () => {
  const [{ browserCommands }, { keepLaterFiles }] = await Promise.all([
    isVoucherPage ? import('./phone-commands.ts') : import('./browser-commands.ts'),
    import('./start-sync.ts'),
    loadDiskTrouble(),
  ]);
  keepLaterFiles();
  return browserCommands;
};

/**
 * Pages of printed vouchers have no navigation: they open without the router, because their customers pay for
 * each kilobyte.
 */
async function loadPage() {
  if (isVoucherPage)
    return import('#src/client/screens/purchase/purchase-screen.tsx').then((m) => m.PurchasePages);
  const { Router, preloadScreen } = await import('./router.tsx');
  await preloadScreen(location.pathname);
  return Router;
}

const Pages = lazyScreen(async () =>
  pageFact('demo')
    ? (await import('#src/client/screens/demo/demo-pages.ts')).demoPages(loadPage)
    : loadPage(),
);

// One file serves every address. Only the customer's page holds when a browser's translation rewrites its text.
if (isVoucherPage) {
  document.documentElement.translate = true;
  document.querySelector('[name=google]')?.remove();
}
watchInstallOffer();
applyTheme(readTheme());

// Fails where public/old-browser.js has replaced the page: in a browser that is too old its words must stay.
const root = createRoot(document.getElementById('root') as HTMLElement);

const sync = new Promise<void>(onSyncRequest)
  .then(() => import('./start-sync.ts'))
  .then(({ startSync }) => startSync());

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

// A screen that fails to load (no link, not cached) fails again, and shows it, when it is rendered.
void Pages.preload()
  .catch(() => undefined)
  // In slices, so that a tap or scroll during the first render on a slow phone is not delayed.
  .then(() => startTransition(() => render(null)))
  .then(whenIdle)
  .then(outboxExists)
  .then((isUsed) => isUsed && requestSync());

function render(reason: UpdateReason | null): void {
  root.render(
    <StrictMode>
      {reason !== null && (
        <Optional place="decoration">
          <UpdatePrompt reason={reason} onApply={() => update.applyUpdate(isIdle)} />
        </Optional>
      )}
      <CommandsContext value={loadCommands}>
        <DiskState />
        <CrashGuard>
          <Suspense fallback={<LoadingPage />}>
            <Pages />
          </Suspense>
        </CrashGuard>
      </CommandsContext>
    </StrictMode>,
  );
}

/** Its part is loaded with the commands, which alone find that the disk fails. */
function DiskState() {
  const trouble = useDiskTrouble();
  if (trouble.kind === 'none') return null;
  return (
    <Optional place="decoration">
      <DiskTroubleShown trouble={trouble} />
    </Optional>
  );
}

function LoadingPage() {
  return (
    <main>
      <Loading />
    </main>
  );
}

/** Resolves after the first paint when the browser is idle, and after two seconds in any case. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 300);
  });
}

/** Returns whether no money is in hand and nothing on its way. */
function isIdle(): boolean {
  return !isPurchaseOpen() && readConnection().sending === null;
}
