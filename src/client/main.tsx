import { StrictMode, Suspense, lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { StorageFailure } from '#src/client/screens/storage-failure.tsx';
import { readConnection } from '#src/client/state/connection.ts';
import { isSaleOpen } from '#src/client/state/open-sale.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { applyTheme, readTheme } from '#src/client/ui/theme.ts';
import '#src/client/ui/base.css';
import { startAppUpdate } from './app-update.ts';
import { Router } from './router.tsx';

const UpdatePrompt = lazy(() =>
  import('#src/client/screens/update-prompt.tsx').then((m) => ({ default: m.UpdatePrompt })),
);

applyTheme(readTheme());

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');
const root = createRoot(place);

// The outbox and its drain come after the first paint: they are no part of what the entrance needs.
const sync = whenIdle()
  .then(() => import('./start-sync.ts'))
  .then(({ startSync }) => startSync(reportStorageFailure));

const update = startAppUpdate({
  onUpdateReady: () => render(true),
  onWake: () => void sync.then((running) => running.wake()),
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void update.askWake();
});

render(false);

function render(updateReady: boolean): void {
  root.render(
    <StrictMode>
      <Router />
      <StorageFailure />
      {updateReady && (
        <Suspense>
          <UpdatePrompt onApply={() => update.applyUpdate(isIdle)} />
        </Suspense>
      )}
    </StrictMode>,
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
