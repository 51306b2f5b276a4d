import { Keyboard } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { takingsTexts as texts } from '#src/client/texts/cash/takings-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { Takings } from '#src/contract/takings/schemas.ts';
import { TakingsChart } from './takings-chart.tsx';
import styles from './takings.module.css';

/** Why it waits, in a sentence and as a drawing of the stall's days. */
export function WhyHeld({ takings }: { takings: Takings }) {
  const { estanteName: name, reasons, puntosRecarga, rows, sales } = takings;
  const day = unusualDay(takings);
  const typed = rows.filter(({ isTyped }) => isTyped).length;
  return (
    <div className={styles.why}>
      {reasons.includes('UNUSUAL') && day !== undefined && (
        <Panel className={styles.reason}>
          <h2>
            {day.usual === null
              ? texts.isNew(name)
              : texts.times(name, Math.floor(day.taken / Math.max(1, day.usual)))}
          </h2>
          <TakingsChart days={takings.days} limit={day.limit} />
          <FactList
            facts={[
              ...(day.usual === null
                ? [{ name: texts.newDay, value: amountText(day.limit) }]
                : [
                    { name: texts.usualDay, value: amountText(day.usual) },
                    { name: texts.usualDays, value: amountText(3 * day.usual) },
                  ]),
              { name: texts.held, value: amountText(takings.held) },
            ]}
          />
          <p className={styles.rule}>{day.usual === null ? texts.newRule : texts.unusualRule}</p>
        </Panel>
      )}
      {reasons.includes('OVER_CEILING') && (
        <Panel className={styles.reason}>
          <h2>{texts.overCeiling(name, puntosRecarga.join(', '))}</h2>
          <p className={styles.rule}>{texts.overCeilingRule}</p>
        </Panel>
      )}
      {typed > 0 && (
        <Panel className={styles.typed}>
          <Icon of={Keyboard} size={24} />
          <p>
            <b>{texts.typedCount(typed, Math.min(sales, rows.length))}</b> {texts.askWhy}
          </p>
        </Panel>
      )}
    </div>
  );
}

/** The latest day of which something waits. */
function unusualDay({ days }: Takings): Takings['days'][number] | undefined {
  return [...days].reverse().find(({ held }) => held > 0);
}
