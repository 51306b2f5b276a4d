import { type RefObject, Suspense, lazy, useState } from 'react';
import { Hourglass, OctagonX } from 'lucide-react';
import type { Operation } from '#src/client/local/db/operation.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { isTakenBack, isUnaccepted } from '#src/client/local/outbox/unaccepted.ts';
import { focusResult } from '#src/client/shared/voucher/focus-result.ts';
import { VoucherPanel } from '#src/client/shared/voucher/voucher-panel.tsx';
import { topUpTexts as texts, topUpTexts } from '#src/client/texts/topups/top-up-texts.ts';
import { pointPlace } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { voucherLink } from '#src/domain/voucher/voucher-link.ts';
import type { TopUpForm } from './use-top-up-form.ts';
import { NextTopUp } from './next-top-up.tsx';
import { UnacceptedTopUp } from './unaccepted-top-up.tsx';
import { useUndoing } from './use-undoing.tsx';
import { VoucherDraft } from './voucher-draft.tsx';
import styles from '#src/client/shared/voucher/voucher-panel.module.css';

const JoinMade = lazy(() =>
  import('#src/client/shared/voucher/join-made.tsx').then((m) => ({ default: m.JoinMade })),
);

interface TopUpOutcomeProps {
  form: TopUpForm;
  /** As one screen of a phone. */
  isScreen?: boolean;
  /** The button that goes on, in the band beside this; a phone has its own here. */
  next?: RefObject<HTMLButtonElement | null>;
}

/** Where the code comes out: waiting, created, not created, or kept until the link is back. */
export function TopUpOutcome({ form, isScreen = false, next }: TopUpOutcomeProps) {
  const { answer, startOver } = form;
  const undoing = useUndoing(form);
  if (answer.kind === 'none' || answer.kind === 'asking') return <VoucherDraft form={form} />;
  const { operation } = answer;
  if (undoing.isUndone) return undoing.result;
  if (answer.kind === 'accepted' && operation.status.receipt?.kind === 'top-up')
    return (
      <>
        <MadeVoucher
          receipt={operation.status.receipt.receipt}
          customer={form.customer}
          onAgain={startOver}
          isScreen={isScreen}
          next={next}
          onUndo={undoing.ask}
        />
        {undoing.question}
      </>
    );
  if (answer.kind === 'decided-here') {
    const issued = issuedReceipt(operation, form.customer);
    if (issued !== null)
      return (
        <>
          <VoucherPanel
            receipt={issued}
            onAgain={startOver}
            takesFocus
            isProvisional
            isScreen={isScreen}
            next={next}
            onUndo={undoing.ask}
          />
          {undoing.question}
        </>
      );
  }
  if (answer.kind === 'pending' && isUnaccepted(operation))
    return (
      <>
        <UnacceptedTopUp operation={operation} onAgain={startOver} isScreen={isScreen} onUndo={undoing.ask} />
        {undoing.question}
      </>
    );
  return (
    <NoVoucher
      operation={operation}
      message={answer.kind === 'refused' ? answer.message : null}
      onAgain={startOver}
      isScreen={isScreen}
    />
  );
}

interface NoVoucherProps {
  operation: Operation;
  /** why it was refused; null: it was not, and has no answer */
  message: string | null;
  onAgain: () => void;
  isScreen: boolean;
}

function NoVoucher({ operation, message, onAgain, isScreen }: NoVoucherProps) {
  const refused = message !== null;
  const facts = [
    { name: texts.name, value: personName(operation.label?.userName ?? '') },
    { name: texts.amount, value: amountText(amountOf(operation)) },
    ...(operation.envelope === null
      ? []
      : [{ name: texts.createdAt, value: dateTimeText(operation.envelope.occurredAt) }]),
  ];
  return (
    <Panel
      state={refused ? 'refused' : 'pending'}
      className={isScreen ? `${styles.outcome} ${styles.screen}` : styles.outcome}
      role="alert"
    >
      <h2
        ref={focusResult}
        tabIndex={-1}
        className={`${styles.head} ${refused ? styles.refused : styles.pending}`}
      >
        <Icon of={refused ? OctagonX : Hourglass} size={32} />
        {refused ? texts.failed : texts.pending}
      </h2>
      <div className={styles.body}>
        <p className={styles.message}>
          {message ?? pointPlace.causes[isTakenBack(operation.status) ? 'asking' : 'recorded'].join(' ')}
        </p>
        <p>{refused ? texts.failedNote : topUpTexts.pendingWarning}</p>
        <FactList facts={facts} />
      </div>
      {isScreen && <NextTopUp onAgain={onAgain} />}
    </Panel>
  );
}

interface MadeVoucherProps {
  receipt: TopUpReceipt;
  customer: PublicUser | null;
  onAgain: () => void;
  isScreen: boolean;
  next: RefObject<HTMLButtonElement | null> | undefined;
  onUndo: (() => void) | undefined;
}

/** The code that was made; joined with others of the customer a new one takes its place, and the cash stays what it was. */
function MadeVoucher({ receipt, customer, onUndo, ...panel }: MadeVoucherProps) {
  const [joined, setJoined] = useState<TopUpReceipt | null>(null);
  if (joined !== null) return <VoucherPanel key="joined" receipt={joined} takesFocus {...panel} />;
  return (
    <VoucherPanel
      key="made"
      receipt={receipt}
      takesFocus
      onUndo={onUndo}
      {...panel}
      more={
        customer !== null && (
          <Suspense fallback={null}>
            <JoinMade made={receipt.uuid} customerId={customer._id} onJoined={setJoined} />
          </Suspense>
        )
      }
    />
  );
}

/** What this kiosk handed out without a link, in the form of a receipt; the server's own replaces it. null: it did not. */
function issuedReceipt(
  { envelope, status, label }: Operation,
  customer: PublicUser | null,
): TopUpReceipt | null {
  if (envelope?.kind !== 'top-up' || status.offline?.kind !== 'issued') return null;
  const { uuid, monto, clientId } = envelope.payload;
  const { proof, expiresAt } = status.offline;
  return {
    _id: '',
    identification: customer?.identificacion ?? '',
    ownerName: label?.userName ?? '',
    status: true,
    createAt: envelope.occurredAt,
    urlCodeQr: `${voucherLink(location.origin, clientId, uuid)}#${proof}`,
    message: '',
    monto,
    uuid,
    ...(expiresAt !== undefined && { expiresAt }),
  };
}
