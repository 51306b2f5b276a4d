import type { Operation } from '#src/client/local/operation.ts';
import { amountOf } from '#src/client/local/read-outbox.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { outboxTexts as texts } from '#src/client/texts/outbox-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';
import { nameOf } from './outbox-entry.ts';
import rows from '#src/client/shared/lists/money-rows.module.css';

interface WhatToDoProps {
  operation: Operation;
  onLater: () => void;
  onSeen: () => void;
}

export function WhatToDo({ operation, onLater, onSeen }: WhatToDoProps) {
  const isTopUp = operation.envelope?.kind === 'top-up';
  return (
    <Dialog
      title={texts.refusedTitle(amountText(amountOf(operation)))}
      onClose={onLater}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={onLater}>
            {texts.later}
          </Button>
          <Button onClick={onSeen}>{texts.seen}</Button>
        </>
      }
    >
      <p className={rows.name}>{nameOf(operation)}</p>
      <p>{operation.fate.message}</p>
      <p>{isTopUp ? texts.refusedTopUp : texts.refusedPurchase}</p>
    </Dialog>
  );
}
