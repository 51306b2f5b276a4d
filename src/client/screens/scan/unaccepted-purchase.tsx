import { Check, ListChecks, RotateCw, ScanQrCode } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRun } from '#src/client/commands/use-run.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useDeviceFacts, useOutboxSummary } from '#src/client/local/live/live-device.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { isHandedOver } from '#src/client/money/operation/outcome-table.ts';
import { mostText, offlineRefusalOf, withdrawalOf } from '#src/client/money/operation/refusal-message.ts';
import { SignInButton } from '#src/client/money/operation/sign-in-button.tsx';
import { type UnacceptedState, useUnaccepted } from '#src/client/money/operation/use-unaccepted.ts';
import { TakeBackButton, WaitingActs, WaitingCause } from '#src/client/money/operation/waiting.tsx';
import { stallPurchaseTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { staffWaitingTexts, stallPlace } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { isDeciding, outcomeOf } from '#src/operations/outcome.ts';
import type { Pesos } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { isDrawn, PurchaseOutcome } from './without-letters.tsx';

interface PendingPurchaseProps {
  operation: Operation;
  /** Rest for another voucher; 0 for none. Smallest unit shown. */
  lacking: Pesos;
  onDone: () => void;
  /** Reads the voucher that pays the rest. */
  onNext: () => void;
}

/**
 * No answer yet. Accepted by the rules: the goods may go, with a provisional number. Otherwise nothing may go
 * yet. The sum to send is counted a moment later.
 */
export function PendingPurchase({ operation, lacking, onDone, onNext }: PendingPurchaseProps) {
  const summary = useOutboxSummary();
  const unaccepted = useUnaccepted(operation, useDeviceFacts()?.state);
  const { status, envelope, label } = operation;
  const isAccepted = isHandedOver(operation);
  // Without an answer the first part is not paid: no other voucher is charged yet.
  const goesOn = isAccepted && lacking > 0;
  return (
    <PurchaseOutcome
      kind={isAccepted ? 'accepted' : 'pending'}
      verdict={isAccepted ? offlineTexts.accepted : texts.pending}
      amount={amountText(amountOf(operation))}
      notes={(isAccepted || isDrawn()) && <AmountNotes amount={amountOf(operation)} size="full" />}
      message={
        isAccepted ? (
          <>
            <p>{offlineTexts.acceptedNote}</p>
            <small>{offlineTexts.acceptedLater}</small>
          </>
        ) : (
          <WaitingCause cause={unaccepted.cause} place={stallPlace} before={refusalLines(operation)} />
        )
      }
      facts={[
        label !== null &&
          label.userName !== '' && { name: texts.customer, value: personName(label.userName) },
        isAccepted && { name: offlineTexts.operation, value: shortCodeOf(status.opId) },
        isAccepted && envelope !== null && { name: texts.time, value: timeText(envelope.occurredAt) },
        !!summary?.openCount && {
          name: isAccepted ? offlineTexts.toSend : texts.pendingName,
          value: `${summary.openCount} · ${amountText(summary.openSum)}`,
        },
      ]}
      delivery={{
        deliver: isAccepted && !goesOn,
        text: goesOn
          ? texts.lacksFirst(amountText(lacking))
          : isAccepted
            ? texts.deliver
            : texts.doNotDeliver,
      }}
      actions={
        goesOn ? (
          <Button size="money" icon={ScanQrCode} onClick={onNext}>
            {texts.readOther}
          </Button>
        ) : (
          <PendingActs operation={operation} unaccepted={unaccepted} onDone={onDone} />
        )
      }
    />
  );
}

interface PendingActsProps extends Pick<PendingPurchaseProps, 'operation' | 'onDone'> {
  unaccepted: UnacceptedState;
}

function PendingActs({ operation, unaccepted, onDone }: PendingActsProps) {
  const navigate = useNavigate();
  const run = useRun();
  const [asks, setAsks] = useState(false);
  const accept = () => run((commands) => commands.accept(operation.status.opId));
  const next = unaccepted.canTakeBack ? () => setAsks(true) : onDone;
  return (
    <>
      {isDeciding(operation) && (
        <Button variant="secondary" icon={Check} onClick={accept}>
          {offlineTexts.acceptNow}
        </Button>
      )}
      <WaitingActs
        unaccepted={unaccepted}
        place={stallPlace}
        isRow
        signIn={<SignInButton />}
        main={
          <Button size="money" icon={ScanQrCode} onClick={next}>
            {texts.another}
          </Button>
        }
        beside={
          <Button
            variant="secondary"
            icon={ListChecks}
            onClick={() => void navigate('/dashboard/pendientes')}
          >
            {texts.seeOutbox}
          </Button>
        }
        demoted={
          <Button variant="secondary" icon={ScanQrCode} onClick={next}>
            {texts.another}
          </Button>
        }
      />
      {asks && (
        <AskBeforeNext
          operation={operation}
          unaccepted={unaccepted}
          onStay={() => setAsks(false)}
          onNext={onDone}
        />
      )}
    </>
  );
}

/** Names the rule by which this tablet did not accept the sale. */
function refusalLines({ status }: Operation): readonly string[] {
  const refusal = offlineRefusalOf(status);
  return refusal === null ? [] : [offlineRefusalTexts[refusal.reason], mostText(refusal.most)];
}

interface AskBeforeNextProps extends Pick<PendingActsProps, 'operation' | 'unaccepted'> {
  onStay: () => void;
  onNext: () => void;
}

/** Asked before the next customer: a sale whose goods were not handed over would be charged later. */
function AskBeforeNext({ operation, unaccepted, onStay, onNext }: AskBeforeNextProps) {
  const name = operation.label?.userName ?? '';
  const takeBack = async (): Promise<void> => {
    const result = await unaccepted.takeBack();
    if (result === 'taken-back' || result === 'asking') onNext();
    else onStay();
  };
  return (
    <Dialog
      title={staffWaitingTexts.askTitle(amountText(amountOf(operation)))}
      onClose={onStay}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={onNext}>
            {staffWaitingTexts.leaveToSend}
          </Button>
          <TakeBackButton
            unaccepted={unaccepted}
            variant="primary"
            label={stallPlace.takeBack}
            onTap={() => void takeBack()}
          />
        </>
      }
    >
      <p>{staffWaitingTexts.askNote(name === '' ? staffWaitingTexts.somebody : personName(name))}</p>
    </Dialog>
  );
}

/** A person at this device withdrew it, rather than a rule. */
export function isTakenBackByPerson(operation: Operation): boolean {
  const withdrawal = withdrawalOf(operation.status);
  return withdrawal ? withdrawal.reason === 'BY_PERSON' : outcomeOf(operation) === 'taken-back';
}

interface TakenBackPurchaseProps {
  operation: Operation;
  onDone: () => void;
  /** Charges the same customer again. */
  onAgain: () => void;
}

/** Nothing was handed over and nothing is charged. Printed like a void. */
export function TakenBackPurchase({ operation, onDone, onAgain }: TakenBackPurchaseProps) {
  const { envelope, label } = operation;
  const name = label?.userName ?? '';
  return (
    <PurchaseOutcome
      kind="voided"
      verdict={staffWaitingTexts.withdrawn}
      amount={amountText(amountOf(operation))}
      message={
        <p>
          {outcomeOf(operation) === 'withdrawing'
            ? staffWaitingTexts.withdrawnAsked
            : staffWaitingTexts.withdrawnNote}
        </p>
      }
      facts={[
        name !== '' && { name: texts.customer, value: personName(name) },
        envelope !== null && { name: texts.time, value: timeText(envelope.occurredAt) },
      ]}
      delivery={{ deliver: false, text: staffWaitingTexts.doNotDeliver }}
      actions={
        <>
          <Button size="money" icon={ScanQrCode} onClick={onDone}>
            {texts.another}
          </Button>
          <Button variant="secondary" icon={RotateCw} onClick={onAgain}>
            {staffWaitingTexts.chargeAgain}
          </Button>
        </>
      }
    />
  );
}
