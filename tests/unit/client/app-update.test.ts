import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Handlers of each registered tab; `skipWaiting` is what a tab sends to the waiting version. */
const worker = vi.hoisted(() => ({
  tabs: [] as Map<string, (event: object) => void>[],
  skipWaiting: vi.fn<() => void>(),
}));
/** Shared by every page of the origin, registered or not. */
let container: EventTarget & { controller: object | null };
vi.mock('workbox-window', () => ({
  Workbox: class {
    readonly #handlers = new Map<string, (event: object) => void>();
    readonly messageSkipWaiting = worker.skipWaiting;
    addEventListener(type: string, handler: (event: object) => void): void {
      this.#handlers.set(type, handler);
    }
    register(): Promise<void> {
      worker.tabs.push(this.#handlers);
      return Promise.resolve();
    }
    update(): Promise<void> {
      return Promise.resolve();
    }
  },
}));

/** The waiting version takes over every tab of the origin. */
function takeOver(): void {
  container.controller = {};
  container.dispatchEvent(new Event('controllerchange'));
}

const reload = vi.fn<() => void>();
beforeEach(() => {
  worker.tabs.length = 0;
  container = Object.assign(new EventTarget(), { controller: {} });
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true });
  vi.stubGlobal('document', { readyState: 'complete', addEventListener: () => undefined });
  vi.stubGlobal('window', { requestIdleCallback: (work: () => void) => work() });
  vi.stubGlobal('location', { reload });
  vi.stubEnv('PROD', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.clearAllMocks();
});

async function openTab() {
  const { startAppUpdate } = await import('#src/client/app-update.ts');
  const onUpdateReady = vi.fn<() => void>();
  const { applyUpdate } = startAppUpdate({ onUpdateReady, onWake: () => undefined });
  const count = worker.tabs.length;
  await vi.waitFor(() => expect(worker.tabs).toHaveLength(count + 1));
  const handlers = worker.tabs.at(-1);
  return { onUpdateReady, tap: applyUpdate, waits: () => handlers?.get('waiting')?.({}) };
}
const idle = () => true;
const selling = () => false;

it('updates both tabs by their own taps, and neither while a sale is open', async () => {
  const [first, second] = [await openTab(), await openTab()];
  for (const tab of [first, second]) tab.waits();
  expect(first.tap(selling)).toBe(false);
  expect(first.tap(idle)).toBe(true);
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
  takeOver();
  // The tab of the tap reloads; the other one keeps its page, and its button.
  expect(reload).toHaveBeenCalledOnce();
  expect(second.tap(selling)).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  expect(second.tap(idle)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('offers the update in a tab that learns of it when another one has updated', async () => {
  const tab = await openTab();
  takeOver();
  expect(tab.onUpdateReady).toHaveBeenCalledOnce();
  expect(tab.tap(idle)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

it('does not reload a page that opens a sale before the new version takes over', async () => {
  const tab = await openTab();
  let isIdle = true;
  tab.waits();
  expect(tab.tap(() => isIdle)).toBe(true);
  isIdle = false;
  takeOver();
  expect(reload).not.toHaveBeenCalled();
  expect(tab.tap(idle)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

it('asks for nothing when the first version of a visit takes control', async () => {
  container.controller = null;
  const tab = await openTab();
  takeOver();
  expect(tab.onUpdateReady).not.toHaveBeenCalled();
  expect(tab.tap(idle)).toBe(false);
  takeOver();
  expect(tab.onUpdateReady).toHaveBeenCalledOnce();
});

it('offers the update in a page that another tab updates before it has registered', async () => {
  vi.stubGlobal('window', { requestIdleCallback: () => undefined });
  const { startAppUpdate } = await import('#src/client/app-update.ts');
  const onUpdateReady = vi.fn<() => void>();
  const { applyUpdate } = startAppUpdate({ onUpdateReady, onWake: () => undefined });
  takeOver();
  expect(onUpdateReady).toHaveBeenCalledOnce();
  expect(applyUpdate(idle)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});
