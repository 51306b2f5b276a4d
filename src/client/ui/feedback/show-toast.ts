import type { ToastKind } from './toast-host.tsx';

/** Loads the toast code with the first toast, so that a page without toasts never loads it. */
export function showToast(kind: ToastKind, text: string, autoCloseMs?: number): void {
  import('./toast-host.tsx').then(
    (host) => host.presentToast(kind, text, autoCloseMs),
    () => undefined,
  );
}
