import { CircleCheck, Search } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { isToday } from '#src/client/shared/dates.ts';
import { shortDayText } from '#src/client/shared/days.ts';
import { DayFigure } from '#src/client/shared/own-day/day-figure.tsx';
import { takingsTexts as texts } from '#src/client/texts/cash/takings-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { toAmount } from '#src/contract/brands.ts';
import type { Takings } from '#src/contract/takings/schemas.ts';
import styles from './sales.module.css';

/**
 * por revisar, for the stall: the amount under review, that nothing has to be given back, and what was
 * released.
 */
export function OwnReview({ takings }: { takings: Takings }) {
  const { days, held, sales, released, reasons } = takings;
  if (held > 0)
    return (
      <>
        {days.flatMap((day) => (day.held > 0 ? <HeldDay key={day.day} day={day} /> : []))}
        <div className={styles.review} data-tone="pending" role="status">
          <Icon of={Search} size={26} />
          <p>{reasons.includes('UNUSUAL') ? texts.own(sales) : texts.ownOverCeiling(sales)}</p>
        </div>
      </>
    );
  if (released === null) return null;
  return (
    <div className={styles.review} data-tone="paid" role="status">
      <Icon of={CircleCheck} size={26} />
      <p>{texts.ownReleased(released.sales, amountText(released.monto))}</p>
    </div>
  );
}

function HeldDay({ day: { day, taken, held, sales, waiting } }: { day: Takings['days'][number] }) {
  return (
    <DayFigure
      title={isToday(day) ? texts.soldToday : texts.soldOn(shortDayText(day))}
      waitingName={texts.badge}
      own={{
        sold: { count: sales, total: taken },
        confirmed: { count: sales - waiting, total: toAmount(taken - held) },
        waiting: { count: waiting, total: held },
        sales: [],
      }}
    />
  );
}
