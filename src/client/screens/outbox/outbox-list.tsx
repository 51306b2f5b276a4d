import { Printer } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { useRun } from '#src/client/commands/use-run.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { isTakenBack, isUnaccepted, mustAsk } from '#src/client/local/outbox/unaccepted.ts';
import { lookOf, rowOf } from '#src/client/money/operation/outcome-table.ts';
import { useUnaccepted } from '#src/client/money/operation/use-unaccepted.ts';
import { TakeBackButton } from '#src/client/money/operation/waiting.tsx';
import { issuedReceipt } from '#src/client/money/voucher/issued-voucher.tsx';
import { goSignIn } from '#src/client/state/session.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { outboxTexts as texts } from '#src/client/texts/sync/outbox-texts.ts';
import { pointPlace, stallPlace } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { topUpTexts } from '#src/client/texts/topups/top-up-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, isToday, timeText } from '#src/client/texts/written/dates.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge, type BadgeKind } from '#src/client/ui/tables/badge.tsx';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { placedBy } from '#src/operations/exposure.ts';
import { isIssued, nameOf } from './outbox-row.ts';

const VoucherPanel = lazy(() =>
  import('#src/client/money/voucher/voucher-panel.tsx').then((m) => ({ default: m.VoucherPanel })),
);

/** Rows per page: a list of a thousand rows would block the page while they are sent. */
const rowsAtOnce = 50;

interface OutboxListProps {
  operations: readonly Operation[];
  /** The operator's name, empty for the user's own. */
  madeBy: (operation: Operation) => string;
  /** Device clock, ms since 1970. */
  now: number;
  /** Several are open, so each row has its own button. */
  sendsEach: boolean;
  onWhatToDo: (operation: Operation) => void;
}

export function OutboxList({ operations, madeBy, now, sendsEach, onWhatToDo }: OutboxListProps) {
  const [most, setMost] = useState(rowsAtOnce);
  return (
    <>
      <ul className="stack-12">
        {operations.slice(0, most).map((operation) => {
          const { opId, changedAt } = operation.status;
          const occurredAt = operation.envelope?.occurredAt ?? changedAt;
          return (
            <OutboxItem
              key={opId}
              {...lookOf(operation, now)}
              at={isToday(occurredAt) ? timeText(occurredAt) : dateTimeText(occurredAt)}
              name={nameOf(operation)}
              madeBy={madeBy(operation)}
              amount={amountOf(operation)}
            >
              <RowAction {...{ operation, now, sendsEach }} onWhatToDo={() => onWhatToDo(operation)} />
            </OutboxItem>
          );
        })}
      </ul>
      {operations.length > most && (
        <Button variant="secondary" onClick={() => setMost(most + rowsAtOnce)}>
          {texts.showMore(operations.length - most)}
        </Button>
      )}
    </>
  );
}

interface OutboxItemProps {
  badge: BadgeKind;
  state: string;
  at: string;
  name: string;
  note: string;
  madeBy?: string;
  /** Smallest unit shown; 0 shows none. */
  amount: number;
  /** The row's actions. */
  children?: ReactNode;
}

/** An operation of this device, or one that it sends for another. */
export function OutboxItem(props: OutboxItemProps) {
  const { badge, state, at, name, note, madeBy = '', amount, children } = props;
  return (
    <li>
      <Panel className="cluster-12 between pad-row">
        <div className="stack-4 fill-9">
          <p className="flow-4 soft small">
            <Badge kind={badge}>{state}</Badge>
            <span>{at}</span>
          </p>
          <p className="strong">{name}</p>
          <p className="soft small">{note}</p>
          {madeBy !== '' && <p className="soft small">{texts.madeBy(madeBy)}</p>}
        </div>
        <div className="column stack-8 between end at-end">
          {amount > 0 && <p className="sum">{amountText(amount)}</p>}
          {children}
        </div>
      </Panel>
    </li>
  );
}

interface RowActionProps extends Pick<OutboxListProps, 'now' | 'sendsEach'> {
  operation: Operation;
  onWhatToDo: () => void;
}

/** The row's action, if any. */
function RowAction({ operation, now, sendsEach, onWhatToDo }: RowActionProps) {
  const run = useRun();
  const { status, envelope } = operation;
  const { next } = rowOf(operation, now);
  if (next === 'read' && !status.seen)
    return (
      <Button size="row" onClick={onWhatToDo}>
        {texts.whatToDo}
      </Button>
    );
  if (next === 'decide') {
    const isTopUp = isIssued(operation);
    const decide = (commands: Commands): Promise<unknown> =>
      isTopUp ? commands.issue(status.opId) : commands.accept(status.opId);
    return (
      <>
        <Button size="row" onClick={() => run(decide)}>
          {isTopUp ? offlineTexts.issueNow : offlineTexts.acceptNow}
        </Button>
        {!isTopUp && <TakeBack operation={operation} label={offlineTexts.notDelivered} />}
      </>
    );
  }
  const isSendable = status.state === 'pending' && envelope !== null && !isTakenBack(status);
  const made = status.receipt?.topUp;
  const voucher = next === 'print' ? (made ?? issuedReceipt(operation)) : null;
  return (
    <>
      {voucher !== null && <PrintTopUp receipt={voucher} isProvisional={made === undefined} />}
      {status.state === 'waiting-sign-in' && (
        <Button size="row" onClick={goSignIn}>
          {texts.signIn}
        </Button>
      )}
      {isSendable && sendsEach && (status.attempts > 0 || mustAsk(operation, now)) && (
        <Button variant="secondary" size="row" onClick={() => run((commands) => commands.retry(status.opId))}>
          {texts.sendNow}
        </Button>
      )}
      {isUnaccepted(operation) && <TakeBack operation={operation} />}
    </>
  );
}

/** On an enrolled device a top-up is voided where it was made, and a holder's purchase is not withdrawn. */
function TakeBack({ operation, label }: { operation: Operation; label?: string }) {
  const state = useDeviceFacts()?.state;
  const unaccepted = useUnaccepted(operation, state);
  const isTopUp = isIssued(operation);
  const isOfStall = operation.envelope !== null && placedBy(operation.envelope) === 'stall';
  if (state !== 'none' && (isTopUp || !isOfStall)) return null;
  const { takeBack } = isTopUp ? pointPlace : stallPlace;
  return <TakeBackButton unaccepted={unaccepted} size="row" label={label ?? takeBack} />;
}

/** Prints the voucher of a top-up that was issued or confirmed after its screen was left. */
function PrintTopUp(voucher: { receipt: TopUpReceipt; isProvisional: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="row" icon={Printer} onClick={() => setOpen(true)}>
        {topUpTexts.print}
      </Button>
      {isOpen && (
        <Overlay label={topUpTexts.print} onClose={() => setOpen(false)}>
          <Optional fallback={<Loading />}>
            <VoucherPanel {...voucher} again={buttonTexts.close} onAgain={() => setOpen(false)} takesFocus />
          </Optional>
        </Overlay>
      )}
    </>
  );
}
