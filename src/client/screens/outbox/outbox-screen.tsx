import { useState } from 'react';
import { markRefusalSeen } from '#src/client/commands/retry-operation.ts';
import { useOperations } from '#src/client/local/live.ts';
import type { Operation } from '#src/client/local/operation.ts';
import { outboxTexts as texts } from '#src/client/texts/outbox-texts.ts';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { FilterChips } from '#src/client/ui/filter-chips.tsx';
import { SkeletonRows } from '#src/client/ui/skeleton-rows.tsx';
import type { OutboxFilter } from './outbox-entry.ts';
import { belongsTo } from './outbox-entry.ts';
import { OutboxRow } from './outbox-row.tsx';
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
  const [filter, setFilter] = useState<OutboxFilter>('all');
  const [asked, setAsked] = useState<Operation | null>(null);
  const chips = filters.map((chip) => ({
    ...chip,
    count: operations?.filter((operation) => belongsTo(operation, chip.value)).length,
  }));
  const shown = operations?.filter((operation) => belongsTo(operation, filter));
  return (
    <>
      <h1>{texts.title}</h1>
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
      <ul className={styles.list}>
        {shown?.map((operation) => (
          <OutboxRow key={operation.fate.opId} operation={operation} onWhatToDo={() => setAsked(operation)} />
        ))}
      </ul>
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
