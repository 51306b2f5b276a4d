import { isInstalled } from './storage-health.ts';

/** Returns whether this app has an icon that can carry a number. */
export function hasBadge(): boolean {
  return 'setAppBadge' in navigator && isInstalled();
}

/** How many operations are still to be sent, on the icon; 0 takes the number away. */
export function showUnsent(count: number): void {
  const shown = count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count);
  // A browser that does not allow it has no number: the chip and Pendientes say it all the same.
  shown.catch(() => undefined);
}
