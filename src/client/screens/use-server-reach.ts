import { useEffect, useState } from 'react';
import { probeServer } from '#src/client/api/health.ts';

const probeEveryMs = 30_000;

/** Whether our own server answers, asked again on every change of the link. null: not known yet. */
export function useServerReach(): boolean | null {
  const [reached, setReached] = useState<boolean | null>(null);
  useEffect(() => {
    let live = true;
    const ask = () => void probeServer().then((answer) => live && setReached(answer));
    ask();
    const timer = setInterval(ask, probeEveryMs);
    addEventListener('online', ask);
    addEventListener('offline', ask);
    return () => {
      live = false;
      clearInterval(timer);
      removeEventListener('online', ask);
      removeEventListener('offline', ask);
    };
  }, []);
  return reached;
}
