import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { receiveTexts } from '#src/client/texts/cash/receive-texts.ts';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import type { Till } from '#src/contract/cash/till.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import styles from './own-till.module.css';

/** A market code for one top-up of a point whose till is full. It is shown once, to be passed on. */
export function TopUpCode({
  till: { topUpPointId, ownerName },
  onClose,
}: {
  till: Till;
  onClose: () => void;
}) {
  const [asked] = useState(newOpId);
  const made = useQuery({
    queryKey: ['top-up-code', asked],
    queryFn: async () =>
      unwrap(
        await callServer(marketCalls.makeMarketCode, {
          body: { purpose: 'top-up' as const, topUpPointId },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 0,
  });
  return (
    <ReadDialog title={receiveTexts.codeTitle(personName(ownerName))} onClose={onClose}>
      {made.isPending && <Spinner />}
      <FailureNotice error={made.error} />
      {made.data !== undefined && (
        <>
          <p className={styles.amount}>{made.data.code}</p>
          <p>{receiveTexts.codeHow}</p>
          <p>{receiveTexts.codeUntil(timeText(made.data.expiresAt))}</p>
        </>
      )}
    </ReadDialog>
  );
}
