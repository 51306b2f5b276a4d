import { onConnectionChange, readConnection } from '#src/client/state/connection.ts';

/** Resolves after `ms`, or as soon as the link is known to be away: at once when it already is. */
export function whenOffline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(finish, ms);
    const stop = onConnectionChange(() => {
      if (readConnection().link === 'offline') finish();
    });
    if (readConnection().link === 'offline') finish();
  });
}
