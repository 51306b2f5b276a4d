import { Lock } from 'lucide-react';
import { useId } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { wayText } from '#src/extras/payouts/client/payment/way-text.ts';
import { payManyTexts as texts } from '#src/extras/payouts/texts/pay-many-texts.ts';
import { paymentTexts } from '#src/extras/payouts/texts/payment-texts.ts';
import type { PayLine } from './pay-lines.ts';
import styles from './pay-many.module.css';

interface PayRowsProps {
  lines: readonly PayLine[];
  /** Stalls that are not ticked. */
  out: ReadonlySet<string>;
  onOut: (out: ReadonlySet<string>) => void;
}

/** Each row is its own checkbox, from edge to edge. */
export function PayRows({ lines, out, onOut }: PayRowsProps) {
  const payable = lines.filter((line) => line.payable > 0);
  const isAll = payable.every(({ id }) => !out.has(id));
  const hasWithheld = lines.some(({ withheld }) => withheld > 0);
  return (
    <table className={hasWithheld ? `${styles.table} ${styles.hasWithheld}` : styles.table}>
      <caption>{texts.caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              className={styles.tick}
              aria-label={texts.all}
              checked={isAll && payable.length > 0}
              disabled={payable.length === 0}
              onChange={() => onOut(new Set(isAll ? payable.map(({ id }) => id) : []))}
            />
          </th>
          <th scope="col">{texts.stall}</th>
          <th scope="col">{texts.owed}</th>
          {hasWithheld && <th scope="col">{texts.withheld}</th>}
          <th scope="col">{texts.toPay}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <PayRow
            key={line.id}
            line={line}
            hasWithheld={hasWithheld}
            isIn={!out.has(line.id)}
            onIn={(isIn) => {
              const next = new Set(out);
              if (isIn) next.delete(line.id);
              else next.add(line.id);
              onOut(next);
            }}
          />
        ))}
      </tbody>
    </table>
  );
}

interface PayRowProps {
  line: PayLine;
  hasWithheld: boolean;
  isIn: boolean;
  onIn: (isIn: boolean) => void;
}

function PayRow({ line, hasWithheld, isIn, onIn }: PayRowProps) {
  const { stall, owner, owed, withheld, payable, payment, isRecent } = line;
  const id = useId();
  const isLocked = payable === 0;
  return (
    <tr className={isLocked ? styles.locked : undefined}>
      <td className={styles.tickCell}>
        {isLocked ? (
          <span className={styles.lock}>
            <Icon of={Lock} size={18} />
          </span>
        ) : (
          <input
            id={id}
            type="checkbox"
            className={styles.tick}
            checked={isIn}
            aria-describedby={`${id}-pay`}
            onChange={(event) => onIn(event.target.checked)}
          />
        )}
      </td>
      <th scope="row" className={styles.who}>
        {isLocked ? <span>{stall}</span> : <label htmlFor={id}>{stall}</label>}
        <span className={styles.owner}>
          {isLocked ? texts.allWithheld : `${personName(owner)} · ${wayText(payment.way)}`}
        </span>
        {isRecent && (
          <span className={styles.recent}>{paymentTexts.recent(dateText(payment.changedAt ?? ''))}</span>
        )}
      </th>
      <td className={styles.part} data-head={texts.owed}>
        {amountText(owed)}
      </td>
      {hasWithheld && (
        <td
          className={withheld > 0 ? `${styles.part} ${styles.withheld}` : styles.none}
          data-head={texts.withheld}
        >
          {withheld > 0 ? amountText(0 - Math.min(owed, withheld)) : '—'}
        </td>
      )}
      <td id={`${id}-pay`} className={styles.toPay}>
        {amountText(payable)}
      </td>
    </tr>
  );
}
