import { useMutation } from '@tanstack/react-query';
import { Banknote, CircleCheck, Hourglass, OctagonX, TabletSmartphone, Lock, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { operationTimeoutMs } from '#src/client/api/send-request.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { saying } from '#src/client/form/form-page.tsx';
import { figureColumn } from '#src/client/list/columns.tsx';
import { PageLink } from '#src/client/list/extra-links.tsx';
import { List } from '#src/client/list/list.tsx';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import {
  accountTexts,
  cashTexts,
  dayTexts as texts,
  movementTexts,
} from '#src/client/texts/cash/cash-texts.ts';
import { devicesTexts } from '#src/client/texts/devices/devices-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText, dateTimeText, isToday, timeText } from '#src/client/texts/written/dates.ts';
import { dayText } from '#src/client/texts/written/days.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { ActBand } from '#src/client/ui/brand/act-band.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { type JudgedRow, JudgedRows } from '#src/client/ui/tables/judged-rows.tsx';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { DayClose } from '#src/contract/cash/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { flowOf, type SheetLine, sidesOf, totalAfter } from './balance-sheet.ts';
import styles from './cash.module.css';

export function DayReport({ close, onReread }: { close: DayClose; onReread: () => Promise<unknown> }) {
  const [isAsked, setAsked] = useState(false);
  const { held, owed } = sidesOf(close.accounts);
  return (
    <div className="stack banded">
      <header className="page-head">
        <h2>{dayText(close.day)}</h2>
        <p>
          {close.closedAt === null
            ? texts.isOpen
            : texts.isClosed(personName(close.closedBy), dateTimeText(close.closedAt))}
        </p>
      </header>
      <Panel>
        <JudgedRows
          rows={Object.entries<Judge>(judges).flatMap(([id, judge]) => {
            const row = judge(close);
            return row === null ? [] : [{ id, ...row }];
          })}
        />
      </Panel>
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

type Device = DayClose['devices'][number];
type Judge = (close: DayClose) => Omit<JudgedRow, 'id'> | null;

/** Whether the day adds up, and where later changes to it may come from. */
const judges = {
  sum: ({ accounts, addsUp, sum }) =>
    addsUp
      ? {
          icon: CircleCheck,
          verdict: 'good',
          what: texts.addsUp(amountText(totalAfter(sidesOf(accounts).held))),
        }
      : { icon: OctagonX, verdict: 'refused', what: texts.doesNotAddUp(amountText(sum)) },
  // The closed figures do not change; what arrived later is shown beside them.
  later: ({ later }) =>
    later.length === 0
      ? null
      : {
          icon: Hourglass,
          what: texts.laterTitle,
          sentence: later.map(({ account, movement, count, total }) => (
            <p key={`${account} ${movement}`}>
              {accountTexts[account] ?? account}: {legText({ movement, count, total })}
            </p>
          )),
        },
  owes: (close) =>
    lateRow(close, 'owes', texts.lateTitle, texts.lateAdvice, ({ name, lastSeenAt }) =>
      texts.late(name, lastSeenAt === null ? texts.neverSeen : dateTimeText(lastSeenAt)),
    ),
  silent: (close) => lateRow(close, 'silent', texts.silentTitle, texts.silentAdvice, silentText),
  reported: ({ devices }) =>
    devices.length > 0 ? null : { icon: TabletSmartphone, verdict: 'good', what: texts.noneLate },
  tills: ({ tills }) =>
    tills.length === 0
      ? null
      : {
          icon: Banknote,
          what: texts.tillsTitle,
          sentence: tills.map(({ topUpPointId, ownerName, expected }) => (
            <p key={topUpPointId}>{texts.till(personName(ownerName), amountText(expected))}</p>
          )),
          remedy: <PageLink to="?ver=recibir" icon={Banknote} text={cashTexts.receive} />,
        },
} satisfies Record<Device['state'] | 'sum' | 'later' | 'reported' | 'tills', Judge>;

function lateRow(
  { devices }: DayClose,
  state: Device['state'],
  title: (count: number) => string,
  advice: string,
  textOf: (device: Device) => string,
): Omit<JudgedRow, 'id'> | null {
  const late = devices.filter((device) => device.state === state);
  if (late.length === 0) return null;
  return {
    icon: TabletSmartphone,
    verdict: 'pending',
    what: title(late.length),
    sentence: (
      <>
        {late.map((device) => (
          <p key={device.deviceId}>{textOf(device)}</p>
        ))}
        <p>{advice}</p>
      </>
    ),
    remedy: <PageLink to="/dashboard/dispositivos" icon={TabletSmartphone} text={devicesTexts.title} />,
  };
}

function silentText({ name, lastSeenAt }: Device): string {
  if (lastSeenAt === null) return texts.silentEver(name);
  return isToday(lastSeenAt)
    ? texts.silent(name, timeText(lastSeenAt))
    : texts.silentDay(name, dateTimeText(lastSeenAt));
}

/** One side of the day: each account from its opening to its closing balance, with every leg. */
function AccountSheet({ title, lines }: { title: string; lines: readonly SheetLine[] }) {
  return (
    <section className="stack-8">
      <h3>{title}</h3>
      <List caption={title} columns={columns} rows={lines} rowKey={({ account }) => account}>
        <p className={`row-16 between ${styles.foot}`}>
          {texts.total} <b className="sum-21">{amountText(totalAfter(lines))}</b>
        </p>
      </List>
    </section>
  );
}

const columns: Column<SheetLine>[] = [
  {
    head: texts.account,
    card: 'title',
    cell: ({ account }) => accountTexts[account] ?? account,
  },
  {
    head: texts.start,
    align: 'end',
    cell: ({ before }) => (
      <>
        <span className="cards-only">{texts.start}: </span>
        {amountText(before)}
      </>
    ),
  },
  {
    head: texts.changes,
    align: 'end',
    cell: ({ changes }) =>
      changes.length === 0
        ? texts.nothing
        : changes.map((change) => <p key={change.movement}>{legText(change)}</p>),
  },
  figureColumn(texts.end, ({ after }) => amountText(after)),
];

function legText({ movement, count, total }: Omit<DayClose['later'][number], 'account'>): string {
  return texts.legText(movementTexts[movement] ?? movement, formatAmount(count), amountText(total));
}

/** Cash taken equals top-ups; top-ups are spent or outstanding. */
function DayFlow({ close }: { close: DayClose }) {
  const flow = flowOf(close);
  const gap = flow.cashTaken - flow.toppedUp;
  const facts: readonly (Fact | false)[] = [
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
    <Panel className={`panel-body ${styles.flow}`}>
      <h3>{texts.flow}</h3>
      <FactList facts={[{ name: texts.cashTaken, value: amountText(flow.cashTaken) }]} />
      {gap === 0 ? (
        <p className="soft">{texts.same}</p>
      ) : (
        <Notice kind="refused">{texts.notSame(amountText(Math.abs(gap)))}</Notice>
      )}
      <FactList facts={facts} />
    </Panel>
  );
}

/** "+$50,000", "-$12,500" */
function signed(amount: number): string {
  return amount > 0 ? `+${amountText(amount)}` : amountText(amount);
}

/** A day is closed once. A second request reports that it is closed. */
function CloseDay({ close: { day, devices, tills }, onClose }: { close: DayClose; onClose: () => void }) {
  const staleAfter = useStaleAfter();
  const keep = useMutation({
    mutationFn: async () =>
      unwrap(await callServer(cashCalls.closeDay, { body: { day }, timeoutMs: operationTimeoutMs })),
    onSuccess: saying(() => texts.closed1(dateText(day)), onClose),
    onSettled: () => staleAfter('day closed'),
  });
  return (
    <ConfirmDialog
      title={texts.askClose(dayText(day).toLowerCase())}
      no={texts.noClose}
      yes={texts.yesClose}
      save={keep}
      onNo={onClose}
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

interface CloseBandProps {
  devices: DayClose['devices'];
  /** Reads the day again and never rejects: a failed read keeps the figures and shows an error above them. */
  onReread: () => Promise<unknown>;
  onClose: () => void;
}

/**
 * While a device owes operations or is silent, the primary action is to wait: its delivery can change the
 * figures.
 */
export function CloseBand({ devices, onReread, onClose }: CloseBandProps) {
  const [readAt, setReadAt] = useState<number | null>(null);
  const [isReading, setReading] = useState(false);
  async function reread(): Promise<void> {
    setReading(true);
    await onReread();
    setReading(false);
    setReadAt(Date.now());
  }
  if (devices.length === 0)
    return (
      <ActBand title={texts.allReported}>
        <Button variant="on-zocalo" size="money" icon={Lock} onClick={onClose}>
          {texts.close}
        </Button>
      </ActBand>
    );
  return (
    <ActBand
      title={texts.missing(devices.length)}
      note={readAt === null ? texts.mayChange : texts.mayChangeSince(timeText(readAt))}
    >
      <Button variant="on-zocalo-outline" size="money" onClick={onClose}>
        {texts.closeNow}
      </Button>
      <Button
        variant="on-zocalo"
        size="money"
        icon={RefreshCw}
        busy={isReading}
        busyText={texts.rereading}
        onClick={() => void reread()}
      >
        {texts.waitAndReread}
      </Button>
    </ActBand>
  );
}
