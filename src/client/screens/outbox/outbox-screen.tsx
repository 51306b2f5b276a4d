import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useRun } from '#src/client/commands/use-run.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { EmptyList } from '#src/client/list/search-field.tsx';
import type { Operation } from '#src/client/local/db/operation.ts';
import type { RescuedEntry } from '#src/client/local/db/rows.ts';
import {
  useDeviceFacts,
  useOperations,
  useOperators,
  useRescued,
} from '#src/client/local/live/live-device.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { outboxTexts as texts } from '#src/client/texts/sync/outbox-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import type { BadgeKind } from '#src/client/ui/tables/badge.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { useNow } from '#src/client/ui/use-browser.ts';
import { OutboxCopy } from './outbox-copy.tsx';
import { OutboxItem, OutboxList } from './outbox-list.tsx';
import { belongsTo, isIssued, nameOf, type OutboxFilter, sendingOf } from './outbox-row.ts';

const filters: readonly { value: OutboxFilter; label: string }[] = [
  { value: 'all', label: texts.all },
  { value: 'open', label: texts.open },
  { value: 'review', label: texts.review },
  { value: 'sent', label: texts.sent },
];

/** All operations that this device has to settle with the server, and those settled lately. */
export function OutboxScreen() {
  const operations = useOperations();
  const rescued = useRescued() ?? [];
  const madeBy = useMakers();
  const now = useNow(5_000);
  const run = useRun();
  const [filter, setFilter] = useState<OutboxFilter>('all');
  const [asked, setAsked] = useState<Operation | null>(null);
  const chips = filters.map((chip) => ({
    ...chip,
    count: operations?.filter((operation) => belongsTo(operation, chip.value)).length,
  }));
  const shown = operations?.filter((operation) => belongsTo(operation, filter));
  const sending = sendingOf(operations ?? []);
  const hasOpen = sending !== 'nothing';
  return (
    <>
      <header className="page-head">
        <h1>{texts.title}</h1>
        <div className="flow">
          {hasOpen && (
            <Button
              variant="secondary"
              size="row"
              icon={RefreshCw}
              onClick={() => run((commands) => commands.retryAll())}
            >
              {sending === 'all' ? texts.sendAll : texts.sendNow}
            </Button>
          )}
          <OutboxCopy hasOpen={hasOpen || rescued.some(({ state }) => state === 'pending')} />
        </div>
      </header>
      {operations !== undefined && operations.length > 0 && (
        <FilterChips label={texts.filters} chips={chips} chosen={filter} onChoose={setFilter} />
      )}
      {operations === undefined && <SkeletonRows rows={3} />}
      {operations?.length === 0 && <EmptyList drawing="sun" title={texts.emptyTitle} note={texts.empty} />}
      {operations !== undefined && operations.length > 0 && shown?.length === 0 && (
        <p>{texts.noneInFilter}</p>
      )}
      <OutboxList
        operations={shown ?? []}
        madeBy={madeBy}
        now={now}
        sendsEach={sending === 'all'}
        onWhatToDo={setAsked}
      />
      {rescued.length > 0 && <RescuedList entries={rescued} />}
      {asked !== null && (
        <WhatToDo
          operation={asked}
          onLater={() => setAsked(null)}
          onSeen={() => {
            run((commands) => commands.markRefusalSeen(asked.status.opId));
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

/**
 * Names the operator of another person's operation: two people may share a device, and each may send for
 * both.
 */
function useMakers(): (operation: Operation) => string {
  const actorId = useActor()?.id;
  const operators = useOperators() ?? [];
  return ({ envelope }) => {
    if (envelope === null || envelope.operatorId === actorId || envelope.operatorId === '') return '';
    const found = operators.find(({ id }) => id === envelope.operatorId);
    return found === undefined ? texts.somebodyElse : personName(found.ownerName);
  };
}

const states: Record<RescuedEntry['state'], { badge: BadgeKind; text: string }> = {
  pending: { badge: 'pending', text: texts.pending },
  accepted: { badge: 'paid', text: texts.accepted },
  'settled-with-overspend': { badge: 'paid', text: texts.guaranteed },
  refused: { badge: 'refused', text: texts.refused },
  'waiting-top-up': { badge: 'waiting', text: texts.waiting },
  'in-review': { badge: 'warning', text: texts.inReview },
};

/** Operations imported from another device's file or from the second copy, with their outcomes. */
function RescuedList({ entries }: { entries: readonly RescuedEntry[] }) {
  const state = useDeviceFacts()?.state;
  return (
    <section aria-labelledby="rescatadas">
      <h2 id="rescatadas">{texts.rescued}</h2>
      <p className="soft small">{texts.rescuedNote}</p>
      {state === 'none' && <p className="soft small">{texts.rescuedWait}</p>}
      <ul className="stack-12">
        {entries.map(({ opId, state, kind, amount, occurredAt, message }) => (
          <OutboxItem
            key={opId}
            badge={states[state].badge}
            state={states[state].text}
            at={dateTimeText(occurredAt)}
            name={texts.kinds[kind].name}
            note={message}
            amount={amount}
          />
        ))}
      </ul>
    </section>
  );
}

interface WhatToDoProps {
  operation: Operation;
  onLater: () => void;
  onSeen: () => void;
}

function WhatToDo({ operation, onLater, onSeen }: WhatToDoProps) {
  const isTopUp = isIssued(operation);
  return (
    <ConfirmDialog
      title={texts.refusedTitle(amountText(amountOf(operation)))}
      no={texts.later}
      yes={texts.seen}
      save={{ mutate: onSeen }}
      onNo={onLater}
    >
      <p className="strong">{nameOf(operation)}</p>
      <p>{operation.status.message}</p>
      <p>{isTopUp ? texts.refusedTopUp : texts.refusedPurchase}</p>
    </ConfirmDialog>
  );
}
