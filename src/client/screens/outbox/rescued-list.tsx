import type { RescuedEntry } from '#src/client/local/rows.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { outboxTexts as texts } from '#src/client/texts/outbox-texts.ts';
import { Badge, type BadgeKind } from '#src/client/ui/badge.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import rows from '#src/client/shared/lists/money-rows.module.css';

const states: Record<RescuedEntry['state'], { badge: BadgeKind; text: string }> = {
  pending: { badge: 'pending', text: texts.pending },
  accepted: { badge: 'paid', text: texts.accepted },
  'settled-with-overspend': { badge: 'paid', text: texts.guaranteed },
  refused: { badge: 'refused', text: texts.refused },
  'waiting-top-up': { badge: 'waiting', text: texts.waiting },
  'in-review': { badge: 'warning', text: texts.inReview },
};

/** Operations taken over from another device's file, and what became of each. */
export function RescuedList({ entries }: { entries: readonly RescuedEntry[] }) {
  return (
    <section aria-labelledby="rescatadas">
      <h2 id="rescatadas">{texts.rescued}</h2>
      <p className={rows.note}>{texts.rescuedNote}</p>
      <ul className={rows.list}>
        {entries.map(({ opId, state, kind, amount, occurredAt, message }) => (
          <li key={opId}>
            <Panel className={rows.row}>
              <div className={rows.facts}>
                <p className={rows.head}>
                  <Badge kind={states[state].badge}>{states[state].text}</Badge>
                  <span>{dateTimeText(occurredAt)}</span>
                </p>
                <p className={rows.name}>{texts.kinds[kind] ?? texts.unknownCustomer}</p>
                <p className={rows.note}>{message}</p>
              </div>
              {amount > 0 && <p className={rows.amount}>{amountText(amount)}</p>}
            </Panel>
          </li>
        ))}
      </ul>
    </section>
  );
}
