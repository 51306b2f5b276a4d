import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { conflictsTexts as texts } from '#src/client/texts/conflicts-texts.ts';
import type { Conflict } from '#src/contract/settlement.ts';
import styles from './conflicts.module.css';

/** Every sale of this voucher that a device accepted without a link, oldest first: what a manager compares. */
export function ConflictTrace({ trace }: { trace: Conflict['trace'] }) {
  if (trace.length === 0) return null;
  return (
    <section>
      <h3>{texts.trace}</h3>
      <ol className={styles.trace}>
        {trace.map((step) => (
          <li key={`${step.deviceId}-${step.occurredAt}`}>
            <span>
              <b>{step.estanteName}</b>
              {texts.traceTime(step.deviceName, dateTimeText(step.occurredAt), dateTimeText(step.recordedAt))}
            </span>
            <strong>{amountText(step.price)}</strong>
          </li>
        ))}
      </ol>
    </section>
  );
}
