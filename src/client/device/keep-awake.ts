/**
 * Keeps the screen on while a stall sells; the returned function ends it. The browser drops the lock whenever
 * the page is hidden, so it is requested again when it is shown. Without wake locks nothing happens.
 */
export function keepAwake(): () => void {
  let held: WakeLockSentinel | undefined;
  let wanted = true;
  const take = async (): Promise<void> => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    try {
      const lock = await navigator.wakeLock.request('screen');
      if (wanted) held = lock;
      else await lock.release();
    } catch {
      // Refused, for example on low battery: the screen may sleep.
    }
  };
  const onVisible = (): void => void take();
  document.addEventListener('visibilitychange', onVisible);
  void take();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', onVisible);
    void held?.release().catch(() => undefined);
  };
}
