import { ChevronRight } from 'lucide-react';
import { listClosedDays } from '#src/client/api/closed-days.ts';
import { dateText, dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { dayTexts as texts } from '#src/client/texts/cash-texts.ts';
import { Badge } from '#src/client/ui/badge.tsx';
import { Button } from '#src/client/ui/button.tsx';
import type { Column } from '#src/client/ui/data-table.tsx';
import type { DecisionRow } from '#src/contract/decision.ts';
import { HistorySection } from './history-section.tsx';

/** Days that were closed, newest first. */
export function ClosedDays({ onSee }: { onSee: (day: string) => void }) {
  return (
    <HistorySection
      queryKey="closed-days"
      read={listClosedDays}
      title={texts.history}
      empty={{ title: texts.noHistoryTitle, text: texts.noHistory }}
      columns={columnsOf(onSee)}
      rowKey={({ _id }) => _id}
    />
  );
}

function columnsOf(onSee: (day: string) => void): Column<DecisionRow>[] {
  return [
    { id: 'day', head: texts.day, cell: ({ subject }) => dateText(subject.id), card: 'title' },
    { id: 'by', head: texts.closedBy, cell: ({ actorName }) => personName(actorName) },
    { id: 'at', head: texts.closedAt, cell: ({ createAt }) => dateTimeText(createAt) },
    {
      id: 'result',
      head: texts.result,
      card: 'badge',
      cell: ({ after }) =>
        after?.['addsUp'] === true ? (
          <Badge kind="paid">{texts.fits}</Badge>
        ) : (
          <Badge kind="refused">{texts.didNotFit}</Badge>
        ),
    },
    {
      id: 'actions',
      head: texts.actions,
      headHidden: true,
      card: 'corner',
      cell: ({ subject }) => (
        <Button
          variant="text"
          size="row"
          trailing={ChevronRight}
          aria-label={texts.seeOf(dateText(subject.id))}
          onClick={() => {
            onSee(subject.id);
            window.scrollTo(0, 0);
          }}
        >
          {texts.see}
        </Button>
      ),
    },
  ];
}
