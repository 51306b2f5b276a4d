import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { operationTimeoutMs } from '#src/client/api/send-request.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { dateText, dateTimeText, isToday, timeText } from '#src/client/shared/dates.ts';
import { dayText } from '#src/client/shared/days.ts';
import { personName } from '#src/client/shared/names.ts';
import { accountTexts, dayTexts as texts, movementTexts } from '#src/client/texts/cash/cash-texts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { DayClose } from '#src/contract/cash/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { flowOf, type SheetLine, sidesOf, totalAfter } from './balance-sheet.ts';
import { CloseBand } from './close-band.tsx';
import styles from './cash.module.css';

interface DayReportProps {
  close: DayClose;
  onReread: () => Promise<unknown>;
}

export function DayReport({ close, onReread }: DayReportProps) {
  const [isAsked, setAsked] = useState(false);
  const { held, owed } = sidesOf(close.accounts);
  return (
    <div className={styles.day}>
      <header className={styles.dayHead}>
        <h2>{dayText(close.day)}</h2>
        <p>
          {close.closedAt === null
            ? texts.isOpen
            : texts.isClosed(personName(close.closedBy), dateTimeText(close.closedAt))}
        </p>
      </header>
      {close.addsUp ? (
        <Notice kind="paid">{texts.addsUp(amountText(totalAfter(held)))}</Notice>
      ) : (
        <Notice kind="refused">{texts.doesNotAddUp(amountText(close.sum))}</Notice>
      )}
      <BookedLater close={close} />
      <StillOut close={close} />
      <DayFlow close={close} />
      <AccountSheet title={texts.held} lines={held} />
      <AccountSheet title={texts.owed} lines={owed} />
      {close.closedAt === null && (
        <CloseBand devices={close.devices} onReread={onReread} onClose={() => setAsked(true)} />
      )}
      {isAsked && <CloseDay close={close} onClose={() => setAsked(false)} />}
    </div>
  );
}

/**
 * Movements recorded on a day after its closing. The closed figures do not change; these are shown beside
 * them.
 */
function BookedLater({ close: { later } }: { close: DayClose }) {
  if (later.length === 0) return null;
  return (
    <Notice kind="info">
      {texts.laterTitle}
      <ul>
        {later.map(({ account, movement, count, total }) => (
          <li key={`${account} ${movement}`}>
            {accountTexts[account] ?? account}:{' '}
            {texts.legText(movementTexts[movement] ?? movement, formatAmount(count), amountText(total))}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Sources of later changes to the day: devices that owe operations, and tills with cash. */
function StillOut({ close: { devices, tills } }: { close: DayClose }) {
  const owing = devices.filter(({ state }) => state === 'owes');
  const silent = devices.filter(({ state }) => state === 'silent');
  return (
    <>
      {devices.length === 0 && <p className="soft">{texts.noneLate}</p>}
      {owing.length > 0 && (
        <Notice kind="pending">
          {texts.lateTitle(owing.length)}
          <ul>
            {owing.map(({ deviceId, name, lastSeenAt }) => (
              <li key={deviceId}>
                {texts.late(name, lastSeenAt === null ? texts.neverSeen : dateTimeText(lastSeenAt))}
              </li>
            ))}
          </ul>
          {texts.lateAdvice}
        </Notice>
      )}
      {silent.length > 0 && (
        <Notice kind="pending">
          {texts.silentTitle(silent.length)}
          <ul>
            {silent.map((device) => (
              <li key={device.deviceId}>{silentText(device)}</li>
            ))}
          </ul>
          {texts.silentAdvice}
        </Notice>
      )}
      {tills.length > 0 && (
        <Notice kind="info">
          {texts.tillsTitle}
          <ul>
            {tills.map(({ topUpPointId, ownerName, expected }) => (
              <li key={topUpPointId}>{texts.till(personName(ownerName), amountText(expected))}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function silentText({ name, lastSeenAt }: DayClose['devices'][number]): string {
  if (lastSeenAt === null) return texts.silentEver(name);
  return isToday(lastSeenAt)
    ? texts.silent(name, timeText(lastSeenAt))
    : texts.silentDay(name, dateTimeText(lastSeenAt));
}

interface AccountSheetProps {
  title: string;
  lines: readonly SheetLine[];
}

/** One side of the day: each account from its opening to its closing balance, with every leg. */
function AccountSheet({ title, lines }: AccountSheetProps) {
  return (
    <table className={styles.sheet}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.account}</th>
          <th scope="col">{texts.start}</th>
          <th scope="col">{texts.changes}</th>
          <th scope="col">{texts.end}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.account}>
            <th scope="row">{accountTexts[line.account] ?? line.account}</th>
            <td data-head={texts.start}>{amountText(line.before)}</td>
            <td data-head={texts.changes}>
              <Legs line={line} />
            </td>
            <td data-head={texts.end}>
              <b>{amountText(line.after)}</b>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {texts.total}
          </th>
          <td>{amountText(totalAfter(lines))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Legs({ line: { changes } }: { line: SheetLine }) {
  if (changes.length === 0) return texts.nothing;
  return (
    <ul>
      {changes.map(({ movement, count, total }) => (
        <li key={movement}>
          {texts.legText(movementTexts[movement] ?? movement, formatAmount(count), amountText(total))}
        </li>
      ))}
    </ul>
  );
}

/** Cash taken equals top-ups; top-ups are spent or outstanding. */
function DayFlow({ close }: { close: DayClose }) {
  const flow = flowOf(close);
  const gap = flow.cashTaken - flow.toppedUp;
  const facts: (Fact | false)[] = [
    { name: texts.before, value: amountText(flow.before) },
    { name: texts.toppedUp, value: signed(flow.toppedUp) },
    flow.openings !== 0 && { name: texts.openings, value: signed(flow.openings) },
    flow.rewards !== 0 && { name: texts.rewards, value: signed(flow.rewards) },
    flow.refunded !== 0 && { name: texts.refunded, value: signed(-flow.refunded) },
    flow.undone !== 0 && { name: texts.undone, value: signed(-flow.undone) },
    { name: texts.spent, value: signed(-flow.spent) },
    flow.expired !== 0 && { name: texts.expired, value: signed(-flow.expired) },
    { name: texts.outstanding, value: amountText(flow.outstanding), total: true },
  ];
  return (
    <Panel className={styles.flow}>
      <h3>{texts.flow}</h3>
      <FactList facts={[{ name: texts.cashTaken, value: amountText(flow.cashTaken) }]} />
      {gap === 0 ? (
        <p className="soft">{texts.same}</p>
      ) : (
        <Notice kind="refused">{texts.notSame(amountText(Math.abs(gap)))}</Notice>
      )}
      <FactList facts={facts.filter((fact) => fact !== false)} />
    </Panel>
  );
}

/** "+$50,000", "-$12,500" */
function signed(amount: number): string {
  return amount > 0 ? `+${amountText(amount)}` : amountText(amount);
}

interface CloseDayProps {
  close: DayClose;
  onClose: () => void;
}

/** A day is closed once. A second request reports that it is closed. */
function CloseDay({ close: { day, devices, tills }, onClose }: CloseDayProps) {
  const staleAfter = useStaleAfter();
  const keep = useMutation({
    mutationFn: async () =>
      unwrap(await callServer(cashCalls.closeDay, { body: { day }, timeoutMs: operationTimeoutMs })),
    onSuccess: () => {
      showToast('success', texts.closed1(dateText(day)));
      onClose();
    },
    onSettled: () => staleAfter('day closed'),
  });
  return (
    <ConfirmDialog
      title={texts.askClose(dayText(day).toLowerCase())}
      no={texts.noClose}
      yes={texts.yesClose}
      busy={keep.isPending}
      error={keep.error}
      onNo={onClose}
      onYes={() => keep.mutate()}
    >
      {(devices.length > 0 || tills.length > 0) && (
        <Notice kind="pending">
          {texts.closeAnyway}{' '}
          {devices.length > 0 && texts.closeNames(devices.map(({ name }) => name).join(', '))}
        </Notice>
      )}
      <p>{texts.closeNote}</p>
    </ConfirmDialog>
  );
}
