import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { markRefusalSeen, retryAll } from '#src/client/commands/retry-operation.ts';
import { useOperators, useRescued } from '#src/client/local/live-device.ts';
import { useOperations } from '#src/client/local/live.ts';
import type { Operation } from '#src/client/local/operation.ts';
import { personName } from '#src/client/shared/names.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { outboxTexts as texts } from '#src/client/texts/outbox-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { FilterChips } from '#src/client/ui/filter-chips.tsx';
import { SkeletonRows } from '#src/client/ui/skeleton-rows.tsx';
import { OutboxCopy } from './outbox-copy.tsx';
import { belongsTo, type OutboxFilter } from './outbox-entry.ts';
import { OutboxList } from './outbox-list.tsx';
import { RescuedList } from './rescued-list.tsx';
import { WhatToDo } from './what-to-do.tsx';
import styles from './outbox.module.css';

const filters: readonly { value: OutboxFilter; label: string }[] = [
  { value: 'all', label: texts.all },
  { value: 'open', label: texts.open },
  { value: 'review', label: texts.review },
  { value: 'sent', label: texts.sent },
];

/** Everything this device has to settle with the server, and what it settled lately. */
export function OutboxScreen() {
  const operations = useOperations();
  const rescued = useRescued() ?? [];
  const madeBy = useMakers();
  const now = useNow();
  const [filter, setFilter] = useState<OutboxFilter>('all');
  const [asked, setAsked] = useState<Operation | null>(null);
  const chips = filters.map((chip) => ({
    ...chip,
    count: operations?.filter((operation) => belongsTo(operation, chip.value)).length,
  }));
  const shown = operations?.filter((operation) => belongsTo(operation, filter));
  const hasOpen = operations?.some((operation) => belongsTo(operation, 'open')) === true;
  return (
    <>
      <header className={styles.top}>
        <h1>{texts.title}</h1>
        <div className={styles.tools}>
          {hasOpen && (
            <Button
              variant="secondary"
              size="row"
              icon={RefreshCw}
              onClick={() => void retryAll().catch(reportStorageFailure)}
            >
              {texts.sendAll}
            </Button>
          )}
          <OutboxCopy hasOpen={hasOpen} />
        </div>
      </header>
      {operations !== undefined && operations.length > 0 && (
        <FilterChips label={texts.filters} chips={chips} chosen={filter} onChoose={setFilter} />
      )}
      {operations === undefined && <SkeletonRows rows={3} />}
      {operations?.length === 0 && (
        <EmptyState drawing="sun" title={texts.emptyTitle}>
          <p>{texts.empty}</p>
        </EmptyState>
      )}
      {operations !== undefined && operations.length > 0 && shown?.length === 0 && (
        <p>{texts.noneInFilter}</p>
      )}
      <OutboxList operations={shown ?? []} madeBy={madeBy} now={now} onWhatToDo={setAsked} />
      {rescued.length > 0 && <RescuedList entries={rescued} />}
      {asked !== null && (
        <WhatToDo
          operation={asked}
          onLater={() => setAsked(null)}
          onSeen={() => {
            void markRefusalSeen(asked.fate.opId);
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

/** Says whose operation it is when it is not one's own: two people may share a device, and each may send for both. */
function useMakers(): (operation: Operation) => string {
  const actorId = useActor()?.id;
  const operators = useOperators() ?? [];
  return ({ envelope }) => {
    if (envelope === null || envelope.operatorId === actorId || envelope.operatorId === '') return '';
    const found = operators.find(({ id }) => id === envelope.operatorId);
    return found === undefined ? texts.somebodyElse : personName(found.ownerName);
  };
}

/** The device's clock, read again while the list is open: what was left undecided shows itself. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
