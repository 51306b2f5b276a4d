import { retryOperation } from '#src/client/commands/retry-operation.ts';
import type { Operation } from '#src/client/local/operation.ts';
import { amountOf } from '#src/client/local/read-outbox.ts';
import { signOutLocally } from '#src/client/state/session.ts';
import { outboxTexts as texts } from '#src/client/texts/outbox-texts.ts';
import { Badge } from '#src/client/ui/badge.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { amountText } from '../amount-text.ts';
import { dateTimeText, isToday, timeText } from '../dates.ts';
import { nameOf, stateOf } from './outbox-entry.ts';
import styles from './outbox.module.css';

interface OutboxRowProps {
  operation: Operation;
  onWhatToDo: () => void;
}

export function OutboxRow({ operation, onWhatToDo }: OutboxRowProps) {
  const { badge, state, note } = stateOf(operation);
  const occurredAt = operation.envelope?.occurredAt ?? operation.fate.changedAt;
  return (
    <li>
      <Panel className={styles.row}>
        <div className={styles.facts}>
          <p className={styles.head}>
            <Badge kind={badge}>{state}</Badge>
            <span>{isToday(occurredAt) ? timeText(occurredAt) : dateTimeText(occurredAt)}</span>
          </p>
          <p className={styles.name}>{nameOf(operation)}</p>
          <p className={styles.note}>{note}</p>
        </div>
        <div className={styles.worth}>
          <p className={styles.amount}>{amountText(amountOf(operation))}</p>
          <RowAction operation={operation} onWhatToDo={onWhatToDo} />
        </div>
      </Panel>
    </li>
  );
}

/** The one thing to do, where there is one. */
function RowAction({ operation, onWhatToDo }: OutboxRowProps) {
  const { fate, envelope } = operation;
  if (fate.state === 'refused' && !fate.seen)
    return (
      <Button size="row" onClick={onWhatToDo}>
        {texts.whatToDo}
      </Button>
    );
  if (fate.state === 'waiting-sign-in')
    return (
      <Button size="row" onClick={signOutLocally}>
        {texts.signIn}
      </Button>
    );
  if (fate.state === 'pending' && fate.attempts > 0 && envelope !== null)
    return (
      <Button variant="secondary" size="row" onClick={() => void retryOperation(fate.opId)}>
        {texts.sendNow}
      </Button>
    );
  return null;
}
