import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { playCue } from '#src/client/shared/operation/play-cue.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { LiveEvent } from '#src/contract/live.ts';
import type { UserType } from '#src/contract/user-type.ts';
import { useLive } from './use-live.ts';

/** A busy day has many events a second: the figures are read once for all of them. */
const gatherMs = 1000;

/** Today's figures follow what happens; every tablet of a stall hears when a customer paid from a phone of their own. */
export function LiveFigures({ userType }: { userType: UserType }) {
  const refresh = useGatheredRefresh();
  useLive((event, isNew) => {
    refresh();
    const isFromPhone = event.kind === 'purchase' && event.actorId === null;
    if (userType === 'ESTANTE' && isFromPhone && isNew) announce(event);
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
