import type { ToastKind } from './toast-host.tsx';

/** Loads the toasts with the first of them; a page that shows none never pays for them. */
export function showToast(kind: ToastKind, text: string, autoCloseMs?: number): void {
  import('./toast-host.tsx').then(
    (host) => host.presentToast(kind, text, autoCloseMs),
    () => undefined,
  );
}
