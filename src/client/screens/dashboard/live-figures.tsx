import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useOperations } from '#src/client/local/live.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { LiveEvent } from '#src/contract/live.ts';
import type { UserType } from '#src/contract/user-type.ts';
import { amountText } from '../amount-text.ts';
import { playCue } from '../play-cue.ts';
import { useLive } from './use-live.ts';

/** A busy day has many events a second: the figures are read once for all of them. */
const gatherMs = 1000;
/** A sale of this device may be told before its own answer is written down. */
const ownAnswerMs = 3000;

/** Today's figures follow what happens; a stall hears when a customer paid from a phone of their own. */
export function LiveFigures({ userType }: { userType: UserType }) {
  const refresh = useGatheredRefresh();
  const ownCodes = useOwnCodes();
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);
  useLive((event) => {
    refresh();
    if (userType !== 'ESTANTE' || event.kind !== 'purchase') return;
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      if (!ownCodes.current.has(event.code)) announce(event);
    }, ownAnswerMs);
    timers.current.add(timer);
  });
  return null;
}

function announce({ amount, code }: LiveEvent): void {
  playCue('paid');
  showToast('success', texts.paidByPhone(amountText(amount), code));
}

function useGatheredRefresh(): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['today'] });
    }, gatherMs);
  };
}

/** Numbers of the sales that this device made itself. */
function useOwnCodes(): { readonly current: ReadonlySet<string> } {
  const operations = useOperations();
  const codes = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const receipts = (operations ?? []).map(({ fate }) => fate.receipt);
    codes.current = new Set(
      receipts.flatMap((held) => (held?.kind === 'purchase' ? [held.receipt.codeCompra] : [])),
    );
  }, [operations]);
  return codes;
}
