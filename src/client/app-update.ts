import type { Workbox } from 'workbox-window';

/** Events of the service worker that the app handles. */
export type AppUpdateEvents = {
  /** A newer version is loaded and waits: show the prompt. May be called again for an even newer one. */
  onUpdateReady: () => void;
  /** The browser reports that the network may be back: drain the outbox. */
  onWake: () => void;
};

export type AppUpdate = {
  /** The server is newer than this version, or no longer serves it: looks for an update now. */
  requireUpdate: () => void;
  /**
   * Activates the waiting version and reloads, but only when `isIdle()` reports that no sale is open and no
   * drain runs; otherwise returns false, so that the caller tries again later. After `requireUpdate`, without
   * a waiting version, it reloads: without a service worker, the server delivers the new one.
   */
  applyUpdate: (isIdle: () => boolean) => boolean;
  /**
   * Asks the browser for a wake-up once the network is back. Chromium only; does nothing elsewhere or when
   * refused.
   */
  askWake: () => Promise<void>;
};

type SyncRegistration = ServiceWorkerRegistration & {
  readonly sync?: { register: (tag: string) => Promise<void> };
};

const hourMs = 60 * 60 * 1000;

/**
 * Registers the service worker after the first paint, and looks for a new version every hour and whenever the
 * page becomes visible. Never reloads except by `applyUpdate`.
 */
export function startAppUpdate(events: AppUpdateEvents): AppUpdate {
  let workbox: Workbox | undefined;
  let waiting = false;
  /** Set while the version that this tab has asked for takes over. */
  let applying: (() => boolean) | null = null;
  let required = false;

  async function register(): Promise<void> {
    const { Workbox } = await import('workbox-window');
    workbox = new Workbox('/service-worker.js');
    workbox.addEventListener('waiting', () => {
      waiting = true;
      events.onUpdateReady();
    });
    workbox.addEventListener('message', (event) => {
      if (isWake(event.data)) events.onWake();
    });
    await workbox.register({ immediate: true });
    setInterval(() => void check(), hourMs);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void check();
    });
  }

  /** Listens before the registration: a version may take over earlier, when another tab has asked for it. */
  function watchTakeover({ serviceWorker }: Navigator): void {
    let isControlled = serviceWorker.controller !== null;
    serviceWorker.addEventListener('controllerchange', () => {
      if (!isControlled) return void (isControlled = true);
      // A sale that was opened since the tap is not interrupted.
      if (applying?.() === true) return location.reload();
      // Another tab has updated: this page runs a version whose files are gone, and a tap reloads it.
      applying = null;
      waiting = false;
      required = true;
      events.onUpdateReady();
    });
  }

  /** A failed check (offline, server down) is ignored: the next one follows automatically. */
  async function check(): Promise<void> {
    if (navigator.onLine) await workbox?.update().catch(() => undefined);
  }

  if ('serviceWorker' in navigator && import.meta.env.PROD) {
    watchTakeover(navigator);
    afterFirstPaint(() => void register().catch(() => undefined));
  }

  return {
    requireUpdate() {
      if (!required) void check();
      required = true;
    },
    applyUpdate(isIdle) {
      if (!(waiting || required) || !isIdle()) return false;
      applying = isIdle;
      if (waiting) workbox?.messageSkipWaiting();
      else location.reload();
      return true;
    },
    async askWake() {
      if (!('serviceWorker' in navigator)) return;
      const registration: SyncRegistration | undefined = await navigator.serviceWorker.getRegistration();
      await registration?.sync?.register('outbox').catch(() => undefined);
    },
  };
}

function isWake(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'WAKE';
}

/** After `load`, when the browser is idle (Safari has no idle callback: next task). */
function afterFirstPaint(work: () => void): void {
  const soon = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 3000 });
    else setTimeout(work, 0);
  };
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
