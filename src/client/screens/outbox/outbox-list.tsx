import { useState } from 'react';
import type { Operation } from '#src/client/local/operation.ts';
import { outboxTexts as texts } from '#src/client/texts/outbox-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { OutboxRow } from './outbox-row.tsx';
import rows from '#src/client/shared/lists/money-rows.module.css';

/** Rows at first, and with each asking for more: a thousand rows would keep the page busy while they are sent. */
const rowsAtOnce = 50;

interface OutboxListProps {
  operations: readonly Operation[];
  /** whose it is, empty when it is one's own */
  madeBy: (operation: Operation) => string;
  /** device clock, ms since 1970 */
  now: number;
  onWhatToDo: (operation: Operation) => void;
}

export function OutboxList({ operations, madeBy, now, onWhatToDo }: OutboxListProps) {
  const [most, setMost] = useState(rowsAtOnce);
  return (
    <>
      <ul className={rows.list}>
        {operations.slice(0, most).map((operation) => (
          <OutboxRow
            key={operation.fate.opId}
            operation={operation}
            madeBy={madeBy(operation)}
            now={now}
            onWhatToDo={() => onWhatToDo(operation)}
          />
        ))}
      </ul>
      {operations.length > most && (
        <Button variant="secondary" onClick={() => setMost(most + rowsAtOnce)}>
          {texts.showMore(operations.length - most)}
        </Button>
      )}
    </>
  );
}
