import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { readDayClose } from '#src/client/api/cash.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { dayAfter, today } from '#src/client/shared/period/period.ts';
import { dayTexts as texts } from '#src/client/texts/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { ClosedDays } from './closed-days.tsx';
import { DayReport } from './day-report.tsx';
import styles from './cash.module.css';

/** cierre del día: any day's accounts, and keeping them. */
export function DaySection() {
  const [day, setDay] = useState(today);
  const query = useQuery({ queryKey: ['day', day], queryFn: async () => take(await readDayClose(day)) });
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
        <Field
          type="date"
          label={texts.day}
          labelHidden
          max={today()}
          value={day}
          onChange={(event) => event.target.value !== '' && setDay(event.target.value)}
        />
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
        {(close) => <DayReport close={close} />}
      </ListBody>
      <ClosedDays onSee={setDay} />
    </>
  );
}
