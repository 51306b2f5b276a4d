import { useEffect, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { isSaleOpen } from '#src/client/state/open-sale.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';

const askEveryMs = 3_000;

/**
 * How many times the balance of the code in the address changed while its page only showed it. The product reads a balance when
 * the page is opened; a visitor of the demo watches it go down while the stall charges in another tab.
 */
export function useSpentElsewhere(): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('codeQrId');
    if (location.pathname !== '/code-qr' || code === null) return undefined;
    let known: number | null = null;
    let isTouched = false;
    const touch = (): void => {
      isTouched = true;
    };
    const look = async (): Promise<void> => {
      const outcome = await callServer(holderCalls.findVoucher, { params: { code } });
      // A purchase of this page stays. One of the stall's tab, in the same browser, is open here for a moment too.
      if (outcome.kind !== 'ok' || (isTouched && isSaleOpen())) return;
      const { monto } = outcome.data;
      if (known !== null && monto !== known) setRound((before) => before + 1);
      known = monto;
    };
    void look();
    const timer = setInterval(() => void look(), askEveryMs);
    addEventListener('pointerdown', touch);
    addEventListener('keydown', touch);
    return () => {
      clearInterval(timer);
      removeEventListener('pointerdown', touch);
      removeEventListener('keydown', touch);
    };
  }, []);
  return round;
}
