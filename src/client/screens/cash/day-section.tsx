import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { openColumn } from '#src/client/list/columns.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { dayAfter, today, typedDay, withSlashes } from '#src/client/list/period/period.ts';
import { useDay } from '#src/client/queries/cash.ts';
import { keys } from '#src/client/queries/keys.ts';
import { dayTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { periodTexts } from '#src/client/texts/lists-texts.ts';
import { dateText, dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import type { DecisionRow } from '#src/contract/accounts/decision.ts';
import { HistorySection } from './cash-history.tsx';
import { DayReport } from './day-report.tsx';
import styles from './cash.module.css';

/** cierre del día: the accounts of any day, and closing it. */
export function DaySection() {
  const [day, setDay] = useState(today);
  const query = useDay(day);
  return (
    <>
      <div className={styles.days}>
        <Button
          variant="secondary"
          size="row"
          icon={ChevronLeft}
          aria-label={texts.previous}
          onClick={() => setDay(dayAfter(day, -1))}
        />
        <TypedDay day={day} onDay={setDay} />
        <Button
          variant="secondary"
          size="row"
          keepIcon
          icon={ChevronRight}
          aria-label={texts.next}
          disabled={day >= today()}
          onClick={() => setDay(dayAfter(day))}
        />
      </div>
      <ListBody query={query} data={query.data} skeletonRows={6} bare>
        {(close) => <DayReport key={close.day} close={close} onReread={query.refetch} />}
      </ListBody>
      <ClosedDays onSee={setDay} />
    </>
  );
}

/** A text field, because the browser's own date picker uses the browser's language. */
function TypedDay({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      label={texts.day}
      labelHidden
      inputMode="numeric"
      placeholder={periodTexts.placeholder}
      maxLength={10}
      value={typed ?? dateText(day)}
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        const text = withSlashes(event.target.value);
        setTyped(text);
        const read = text.length === 10 ? typedDay(text) : null;
        if (read !== null && read !== day && read <= today()) onDay(read);
      }}
    />
  );
}

/** Closed days, newest first. */
function ClosedDays({ onSee }: { onSee: (day: string) => void }) {
  return (
    <HistorySection
      queryKey={keys.closedDays.all}
      read={(cursor) =>
        callServer(accountCalls.listDecisions, { query: { kind: 'day-closed', limit: 10, cursor } })
      }
      title={texts.history}
      empty={{ title: texts.noHistoryTitle, text: texts.noHistory }}
      columns={columnsOf(onSee)}
      rowKey={({ _id }) => _id}
    />
  );
}

function columnsOf(onSee: (day: string) => void): Column<DecisionRow>[] {
  return [
    { head: texts.day, cell: ({ subject }) => dateText(subject.id), card: 'title' },
    { head: texts.closedBy, cell: ({ actorName }) => personName(actorName) },
    { head: texts.closedAt, cell: ({ createAt }) => dateTimeText(createAt) },
    {
      head: texts.result,
      card: 'badge',
      cell: ({ after }) =>
        after?.['addsUp'] === true ? (
          <Badge kind="paid">{texts.fits}</Badge>
        ) : (
          <Badge kind="refused">{texts.didNotFit}</Badge>
        ),
    },
    openColumn(
      ({ subject }) => texts.seeOf(dateText(subject.id)),
      ({ subject }) => {
        onSee(subject.id);
        window.scrollTo(0, 0);
      },
    ),
  ];
}
