import { useState } from 'react';
import { periodOf } from '#src/client/list/period/period.ts';
import { EmptyList } from '#src/client/list/search-field.tsx';
import { AwayStrip } from '#src/client/money/own-day/away-strip.tsx';
import { DayFigure } from '#src/client/money/own-day/day-figure.tsx';
import { DayList } from '#src/client/money/own-day/day-list.tsx';
import { useOwnDay } from '#src/client/money/own-day/use-own-day.ts';
import { ownDayTexts as texts } from '#src/client/texts/purchases/own-day-texts.ts';
import { purchasesTexts } from '#src/client/texts/purchases/purchases-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { formatAmount } from '#src/domain/money.ts';

type Shown = 'today' | 'yesterday';

/** Mis ventas while the server cannot be reached: the sales on this tablet, and the server's last figures. */
export function OwnPurchases() {
  const [shown, setShown] = useState<Shown>('today');
  const day = useOwnDay(periodOf(shown).from);
  return (
    <>
      <AwayStrip knownAt={day?.knownAt ?? null} />
      <header className="split">
        <h1>{purchasesTexts.ownTitle}</h1>
        <FilterChips<Shown>
          label={texts.days}
          chosen={shown}
          onChoose={setShown}
          chips={[
            { value: 'today', label: texts.today },
            { value: 'yesterday', label: texts.yesterday },
          ]}
        />
      </header>
      {day === undefined ? (
        <SkeletonRows rows={5} />
      ) : (
        <>
          <DayFigure title={shown === 'today' ? texts.sold : texts.soldYesterday} own={day.own} />
          {day.own.sales.length === 0 ? (
            <EmptyList drawing="sun" title={texts.none} note={texts.noneNote} />
          ) : (
            <DayList key={shown} sales={day.own.sales} />
          )}
        </>
      )}
    </>
  );
}

/** Purchases that the server does not have yet, beside its figures. */
export function StillToSend() {
  const waiting = useOwnDay(periodOf('today').from)?.own.waiting;
  if (waiting === undefined || waiting.count === 0) return null;
  return (
    <Notice kind="pending">
      {texts.stillToSend(texts.sales(formatAmount(waiting.count)), amountText(waiting.total))}
    </Notice>
  );
}
