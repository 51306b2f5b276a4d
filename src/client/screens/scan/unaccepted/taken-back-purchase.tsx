import { RotateCw, ScanQrCode } from 'lucide-react';
import type { Operation } from '#src/client/local/db/operation.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { withdrawalOf } from '#src/client/money/operation/refusal-message.ts';
import { stallPurchaseTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { staffWaitingTexts as texts } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { outcomeOf } from '#src/operations/outcome.ts';
import { PurchaseOutcome } from '../without-letters.tsx';

/** A person at this device withdrew it, rather than a rule. */
export function isTakenBackByPerson(operation: Operation): boolean {
  const withdrawal = withdrawalOf(operation.status);
  return withdrawal ? withdrawal.reason === 'BY_PERSON' : outcomeOf(operation) === 'taken-back';
}

interface TakenBackPurchaseProps {
  operation: Operation;
  onDone: () => void;
  /** Charges the same customer again; absent for a sale with several vouchers. */
  onAgain?: () => void;
}

/** Nothing was handed over and nothing is charged. Printed like a void. */
export function TakenBackPurchase({ operation, onDone, onAgain }: TakenBackPurchaseProps) {
  const { envelope, label } = operation;
  const name = label?.userName ?? '';
  return (
    <PurchaseOutcome
      kind="voided"
      verdict={texts.withdrawn}
      amount={amountText(amountOf(operation))}
      message={<p>{outcomeOf(operation) === 'withdrawing' ? texts.withdrawnAsked : texts.withdrawnNote}</p>}
      facts={[
        ...(name === '' ? [] : [{ name: stallPurchaseTexts.customer, value: personName(name) }]),
        ...(envelope === null
          ? []
          : [{ name: stallPurchaseTexts.time, value: timeText(envelope.occurredAt) }]),
      ]}
      delivery={{ deliver: false, text: texts.doNotDeliver }}
      actions={
        <>
          <Button size="money" icon={ScanQrCode} onClick={onDone}>
            {stallPurchaseTexts.another}
          </Button>
          {onAgain !== undefined && (
            <Button variant="secondary" icon={RotateCw} onClick={onAgain}>
              {texts.chargeAgain}
            </Button>
          )}
        </>
      }
    />
  );
}
