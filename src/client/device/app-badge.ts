import { isInstalled } from './storage-health.ts';

/** Returns whether this app has an icon that can show a number. */
export function hasBadge(): boolean {
  return 'setAppBadge' in navigator && isInstalled();
}

/** Shows the number of unsent operations on the icon; 0 removes it. */
export function showUnsent(count: number): void {
  const shown = count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count);
  // Where the browser forbids it, the chip and Pendientes show the same.
  shown.catch(() => undefined);
}
