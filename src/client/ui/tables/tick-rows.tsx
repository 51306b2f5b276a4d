import { Lock } from 'lucide-react';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './tick-rows.module.css';

export interface TickRow {
  id: string;
  what: string;
  lines: readonly string[];
  /** A fact to act on before the row is ticked. */
  warning?: string | undefined;
  amount: string;
  /** Nothing can be done for this row now; its lines say why. */
  isLocked?: boolean;
}

interface TickRowsProps {
  /** Label of the box for all rows. */
  all: string;
  rows: readonly TickRow[];
  isTicked: (id: string) => boolean;
  onTick: (ids: readonly string[], isTicked: boolean) => void;
}

/** A list to choose from: the whole row is the label of its box. */
export function TickRows({ all, rows, isTicked, onTick }: TickRowsProps) {
  const open = rows.flatMap(({ id, isLocked }) => (isLocked === true ? [] : [id]));
  const isAll = open.length > 0 && open.every(isTicked);
  return (
    <ul>
      <li>
        <label className={`flow-4 ${styles.row}`}>
          <input
            type="checkbox"
            checked={isAll}
            disabled={open.length === 0}
            onChange={() => onTick(open, !isAll)}
          />
          <b className={styles.who}>{all}</b>
        </label>
      </li>
      {rows.map(({ id, what, lines, warning, amount, isLocked }) => (
        <li key={id}>
          <label className={`flow-4 ${styles.row}`}>
            {isLocked === true ? (
              <Icon of={Lock} size={28} />
            ) : (
              <input
                type="checkbox"
                checked={isTicked(id)}
                onChange={({ target }) => onTick([id], target.checked)}
              />
            )}
            <span className={styles.who}>
              <b>{what}</b>
              {lines.map((line) => (
                <small key={line}>{line}</small>
              ))}
              {warning !== undefined && <small className={styles.warning}>{warning}</small>}
            </span>
            <span className={`bold end ${styles.amount}`}>{amount}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
