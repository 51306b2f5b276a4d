import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UpdatePrompt } from '#src/client/screens/update-prompt.tsx';
import { readConnection } from '#src/client/state/connection.ts';
import { isSaleOpen } from '#src/client/state/open-sale.ts';
import { applyTheme, readTheme } from '#src/client/ui/theme.ts';
import '#src/client/ui/base.css';
import { startAppUpdate } from './app-update.ts';
import { Router } from './router.tsx';

applyTheme(readTheme());

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');
const root = createRoot(place);

// The outbox and its drain come after the first paint: they are no part of what the entrance needs.
const sync = import('./start-sync.ts').then(({ startSync }) => startSync(() => undefined));

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
      {updateReady && <UpdatePrompt onApply={() => update.applyUpdate(isIdle)} />}
    </StrictMode>,
  );
}

/** No money in hand and nothing on its way. */
function isIdle(): boolean {
  return !isSaleOpen() && readConnection().sending === null;
}
