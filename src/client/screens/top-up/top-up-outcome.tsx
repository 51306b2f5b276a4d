import { Banknote, Hourglass, OctagonX } from 'lucide-react';
import { type ComponentProps, lazy, type ReactNode, useState } from 'react';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { isTakenBack, isUnaccepted } from '#src/client/local/outbox/unaccepted.ts';
import { offlineRefusalOf } from '#src/client/money/operation/refusal-message.ts';
import { SignInButton } from '#src/client/money/operation/sign-in-button.tsx';
import { useUnaccepted } from '#src/client/money/operation/use-unaccepted.ts';
import { WaitingActs, WaitingCause } from '#src/client/money/operation/waiting.tsx';
import { TopUpVoidScreen } from '#src/client/money/top-up/top-up-void-result.tsx';
import { type MadeTopUpVoid, TopUpVoid } from '#src/client/money/top-up/top-up-void.tsx';
import { issuedReceipt } from '#src/client/money/voucher/issued-voucher.tsx';
import { focusResult, VoucherPanel } from '#src/client/money/voucher/voucher-panel.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { offlineRefusalTexts } from '#src/client/texts/sync/offline-texts.ts';
import { pointPlace, staffWaitingTexts } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { moneyOf } from '#src/operations/exposure.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { TopUpForm, TopUpPartProps } from './use-top-up-form.ts';
import styles from '#src/client/money/voucher/voucher-panel.module.css';

const JoinMade = lazy(() =>
  import('#src/client/screens/top-up/join-made.tsx').then((m) => ({ default: m.JoinMade })),
);

/** The outcome of a top-up: created, not created, or stored until the link is back. Nothing before that. */
export function TopUpOutcome({ form, next }: TopUpPartProps) {
  const { answer, customer, printsItself, startOver: onAgain } = form;
  const undoing = useUndoing(form);
  if (answer.kind === 'none' || answer.kind === 'asking') return null;
  const { operation } = answer;
  if (undoing.isUndone) return undoing.result;
  const made = operation.status.receipt?.topUp;
  const issued = answer.kind === 'decided-here' ? issuedReceipt(operation) : null;
  const panel = { onAgain, next, onUndo: undoing.ask, printsItself };
  const undoable =
    answer.kind === 'accepted' && made ? (
      <MadeVoucher receipt={made} customer={customer} {...panel} />
    ) : issued !== null ? (
      <VoucherPanel receipt={issued} takesFocus isProvisional {...panel} />
    ) : answer.kind === 'pending' && isUnaccepted(operation) ? (
      <UnacceptedTopUp operation={operation} onUndo={undoing.ask} />
    ) : null;
  if (undoable !== null)
    return (
      <>
        {undoable}
        {undoing.question}
      </>
    );
  if (answer.kind === 'refused')
    return (
      <NoVoucher operation={operation} isRefused>
        <p className={styles.message}>{answer.message}</p>
        <p>{texts.failedNote}</p>
      </NoVoucher>
    );
  return (
    <NoVoucher operation={operation}>
      <p className={styles.message}>
        {pointPlace.causes[isTakenBack(operation.status) ? 'asking' : 'recorded'].join(' ')}
      </p>
      <p>{texts.pendingWarning}</p>
    </NoVoucher>
  );
}

interface NoVoucherProps {
  operation: Operation;
  /** Otherwise it has no answer. */
  isRefused?: boolean;
  /** Why, and what to do with the cash. */
  children: ReactNode;
  /** Below the facts. */
  acts?: ReactNode;
}

function NoVoucher({ operation, isRefused = false, children, acts }: NoVoucherProps) {
  const { envelope, label } = operation;
  const state = isRefused ? 'refused' : 'pending';
  return (
    <Panel state={state} className={styles.outcome} role="alert">
      <h2
        ref={focusResult}
        tabIndex={-1}
        className={`row-12 pad-row bold breaks ${styles.head}`}
        data-tone={state}
      >
        <Icon of={isRefused ? OctagonX : Hourglass} size={32} />
        {isRefused ? texts.failed : texts.pending}
      </h2>
      <div className={`stack-20 pad ${styles.body}`}>
        {children}
        <FactList
          facts={[
            { name: texts.name, value: personName(label?.userName ?? '') },
            { name: texts.amount, value: amountText(amountOf(operation)) },
            envelope !== null && { name: texts.createdAt, value: dateTimeText(envelope.occurredAt) },
          ]}
        />
        {acts}
      </div>
    </Panel>
  );
}

interface UnacceptedTopUpProps {
  operation: Operation;
  /** A device that was enrolled asks for the reason and reports it in its journal, or says why it cannot. */
  onUndo: (() => void) | undefined;
}

/** Cash in hand and no voucher: what to do with the cash, the reason, and the way back. */
function UnacceptedTopUp({ operation, onUndo }: UnacceptedTopUpProps) {
  const unaccepted = useUnaccepted(operation);
  const device = useDeviceFacts();
  const refusal = offlineRefusalOf(operation.status);
  const why = refusal === null ? [] : [offlineRefusalTexts[refusal.reason]];
  return (
    <NoVoucher
      operation={operation}
      acts={
        device && (
          <div className="stack-8">
            <WaitingActs
              unaccepted={unaccepted}
              place={pointPlace}
              signIn={<SignInButton />}
              beside={null}
              onTakeBack={device.state === 'none' ? undefined : onUndo}
            />
          </div>
        )
      }
    >
      <div className="stack-8 pad-strip" data-tone="pending">
        <p className={styles.message}>
          <Icon of={Banknote} />
          {staffWaitingTexts.keepCash}
        </p>
        <WaitingCause cause={unaccepted.cause} place={pointPlace} before={why} />
      </div>
    </NoVoucher>
  );
}

interface MadeVoucherProps extends ComponentProps<typeof VoucherPanel> {
  customer: PublicUser | null;
}

/** The new voucher. After a join with the customer's others a new one replaces it; the cash received is unchanged. */
function MadeVoucher({ receipt, customer, onUndo, printsItself = false, ...panel }: MadeVoucherProps) {
  const [joined, setJoined] = useState<TopUpReceipt | null>(null);
  if (joined !== null) return <VoucherPanel key="joined" receipt={joined} takesFocus {...panel} />;
  return (
    <VoucherPanel
      key="made"
      takesFocus
      {...{ receipt, onUndo, printsItself }}
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
 * Undoes a top-up that was just made: asks first, then tells the cashier what to do with voucher and cash.
 */
function useUndoing({ answer, startOver, startRight }: TopUpForm) {
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
    /** The cash was returned, whether or not the server knows it yet. */
    isUndone: operation.status.offline?.kind === 'voided',
    result: <TopUpVoidScreen topUp={topUp} undone={how} onRight={startRight} onClose={startOver} />,
    question: asked === opId && (
      <TopUpVoid
        topUp={topUp}
        onNo={() => setAsked(null)}
        onDone={(done) => setUndone({ opId, how: done })}
      />
    ),
    /** Absent when the device was opened with a PIN, which cannot query the server. */
    ask: user === null && answer.kind === 'accepted' ? undefined : () => setAsked(opId),
  };
}
