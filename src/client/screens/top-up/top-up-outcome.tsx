import { Hourglass, OctagonX } from 'lucide-react';
import { type RefObject, lazy, useState, type ReactNode } from 'react';
import type { Operation } from '#src/client/local/db/operation.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { isTakenBack, isUnaccepted } from '#src/client/local/outbox/unaccepted.ts';
import { TopUpVoidScreen } from '#src/client/money/top-up/top-up-void-result.tsx';
import { TopUpVoid, type MadeTopUpVoid } from '#src/client/money/top-up/top-up-void.tsx';
import { VoucherPanel } from '#src/client/money/voucher/voucher-panel.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { pointPlace } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { topUpTexts as texts, topUpTexts } from '#src/client/texts/topups/top-up-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { focusResult } from '#src/client/ui/focus-result.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { moneyOf } from '#src/operations/exposure.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { shortCodeOf, voucherLink } from '#src/protocol/voucher-link.ts';
import { UnacceptedTopUp } from './unaccepted-top-up.tsx';
import type { TopUpForm } from './use-top-up-form.ts';
import styles from '#src/client/money/voucher/voucher-panel.module.css';

const JoinMade = lazy(() =>
  import('#src/client/screens/top-up/join-made.tsx').then((m) => ({ default: m.JoinMade })),
);

interface TopUpOutcomeProps {
  form: TopUpForm;
  /** The button for the next customer, in the form's band. */
  next: RefObject<HTMLButtonElement | null>;
}

/** The outcome of a top-up: created, not created, or stored until the link is back. Nothing before that. */
export function TopUpOutcome({ form, next }: TopUpOutcomeProps) {
  const { answer, startOver } = form;
  const undoing = useUndoing(form);
  if (answer.kind === 'none' || answer.kind === 'asking') return null;
  const { operation } = answer;
  if (undoing.isUndone) return undoing.result;
  if (answer.kind === 'accepted' && operation.status.receipt?.topUp)
    return (
      <>
        <MadeVoucher
          receipt={operation.status.receipt.topUp}
          customer={form.customer}
          onAgain={startOver}
          next={next}
          onUndo={undoing.ask}
          printsItself={form.printsItself}
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
            next={next}
            onUndo={undoing.ask}
            printsItself={form.printsItself}
          />
          {undoing.question}
        </>
      );
  }
  if (answer.kind === 'pending' && isUnaccepted(operation))
    return (
      <>
        <UnacceptedTopUp operation={operation} onUndo={undoing.ask} />
        {undoing.question}
      </>
    );
  return <NoVoucher operation={operation} message={answer.kind === 'refused' ? answer.message : null} />;
}

interface NoVoucherProps {
  operation: Operation;
  /** Reason of a refusal; null when it was not refused and has no answer. */
  message: string | null;
}

function NoVoucher({ operation, message }: NoVoucherProps) {
  const refused = message !== null;
  const facts = [
    { name: texts.name, value: personName(operation.label?.userName ?? '') },
    { name: texts.amount, value: amountText(amountOf(operation)) },
    ...(operation.envelope === null
      ? []
      : [{ name: texts.createdAt, value: dateTimeText(operation.envelope.occurredAt) }]),
  ];
  return (
    <Panel state={refused ? 'refused' : 'pending'} className={styles.outcome} role="alert">
      <h2
        ref={focusResult}
        tabIndex={-1}
        className={`row-12 pad-row bold breaks ${styles.head}`}
        data-tone={refused ? 'refused' : 'pending'}
      >
        <Icon of={refused ? OctagonX : Hourglass} size={32} />
        {refused ? texts.failed : texts.pending}
      </h2>
      <div className={`stack-20 pad ${styles.body}`}>
        <p className={styles.message}>
          {message ?? pointPlace.causes[isTakenBack(operation.status) ? 'asking' : 'recorded'].join(' ')}
        </p>
        <p>{refused ? texts.failedNote : topUpTexts.pendingWarning}</p>
        <FactList facts={facts} />
      </div>
    </Panel>
  );
}

interface MadeVoucherProps {
  receipt: TopUpReceipt;
  customer: PublicUser | null;
  onAgain: () => void;
  next: RefObject<HTMLButtonElement | null>;
  onUndo: (() => void) | undefined;
  printsItself: boolean;
}

/** The new voucher. After a join with the customer's others a new one replaces it; the cash received is unchanged. */
function MadeVoucher({ receipt, customer, onUndo, printsItself, ...panel }: MadeVoucherProps) {
  const [joined, setJoined] = useState<TopUpReceipt | null>(null);
  if (joined !== null) return <VoucherPanel key="joined" receipt={joined} takesFocus {...panel} />;
  return (
    <VoucherPanel
      key="made"
      receipt={receipt}
      takesFocus
      onUndo={onUndo}
      printsItself={printsItself}
      {...panel}
      more={
        customer !== null && (
          <Optional fallback={null}>
            <JoinMade made={receipt.uuid} customerId={customer._id} onJoined={setJoined} />
          </Optional>
        )
      }
    />
  );
}

/**
 * The voucher that this kiosk issued offline, in the form of a receipt until the server's replaces it.
 * Returns null when it issued none.
 */
function issuedReceipt(
  { envelope, status, label }: Operation,
  customer: PublicUser | null,
): TopUpReceipt | null {
  if (!envelope || !('monto' in envelope.payload) || status.offline?.kind !== 'issued') return null;
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

interface Undoing {
  /** The cash was returned, whether or not the server knows it yet. */
  isUndone: boolean;
  result: ReactNode;
  question: ReactNode;
  /** Absent when the device was opened with a PIN, which cannot query the server. */
  ask: (() => void) | undefined;
}

/**
 * Undoes a top-up that was just made: asks first, then tells the cashier what to do with voucher and cash.
 */
function useUndoing({ answer, startOver, startRight }: TopUpForm): Undoing {
  const [asked, setAsked] = useState<OpId | null>(null);
  const [undone, setUndone] = useState<{ opId: OpId; how: MadeTopUpVoid } | null>(null);
  const user = useSessionUser();
  const operation = answer.kind === 'none' || answer.kind === 'asking' ? null : answer.operation;
  const money = operation?.envelope && moneyOf(operation.envelope);
  if (!operation || !money) return { isUndone: false, result: null, question: null, ask: undefined };
  const { opId } = operation.status;
  const topUp = {
    movementId: operation.status.receipt?.topUp?._id ?? '',
    opId,
    monto: amountOf(operation),
    ownerName: operation.label?.userName ?? '',
    shortCode: shortCodeOf(money.voucherId),
    topUpPointId: '',
  };
  const how = undone?.opId === opId ? undone.how : null;
  return {
    isUndone: operation.status.offline?.kind === 'voided',
    result: <TopUpVoidScreen topUp={topUp} undone={how} onRight={startRight} onClose={startOver} />,
    question: asked === opId && (
      <TopUpVoid
        topUp={topUp}
        onNo={() => setAsked(null)}
        onDone={(done) => setUndone({ opId, how: done })}
      />
    ),
    ask: user === null && answer.kind === 'accepted' ? undefined : () => setAsked(opId),
  };
}
