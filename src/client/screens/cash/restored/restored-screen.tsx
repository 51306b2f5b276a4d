import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { openKindsOf, useRestored } from '#src/client/queries/restored.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { timeText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { ReasonChoice } from '#src/client/shared/sale/reason-chips.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { restoredTexts as texts, paperTexts } from '#src/client/texts/restored-texts.ts';
import { refundReasonTexts } from '#src/client/texts/vouchers/refund-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { restoredCalls } from '#src/contract/restored/calls.ts';
import {
  restoreKinds,
  type Restore,
  type RestoreKind,
  type RestoredDevice,
  shortCodeField,
} from '#src/contract/restored/schemas.ts';
import { refundReasons, type RefundReason } from '#src/contract/vouchers/refund.ts';
import { ConfirmFrame } from './confirm-frame.tsx';
import { ConfirmJoin } from './confirm-join.tsx';
import { ConfirmPayout } from './confirm-payout.tsx';
import { momentText } from './moment-text.ts';
import { PapersPanel } from './papers-panel.tsx';
import { RestoredBand } from './restored-band.tsx';
import { RestoredSummary } from './restored-summary.tsx';
import { ReturnedNotice } from './returned-notice.tsx';
import { useConfirmed } from './use-confirmed.ts';
import styles from './restored.module.css';

/**
 * después de restaurar: what came back, what is missing, and the papers that the market confirms before it
 * pays again.
 */
export function RestoredScreen() {
  const query = useRestored();
  const [params] = useSearchParams();
  const asked = restoreKinds.find((kind) => kind === params.get('que'));
  const restore = query.data?.restore ?? null;
  if (restore && asked !== undefined && openKindsOf(restore).includes(asked))
    return <Confirm key={asked} kind={asked} restore={restore} />;
  return (
    <>
      <Head seenAt={restore ? query.dataUpdatedAt : null} />
      <ListBody query={query} data={query.data} isEmpty={restore === null} empty={<Never />} bare>
        {() => restore && <Overview restore={restore} />}
      </ListBody>
    </>
  );
}

/** Returning from a question puts the focus on this heading. */
function Head({ seenAt }: { seenAt: number | null }) {
  const state: unknown = useLocation().state;
  return (
    <header className={styles.head}>
      <h1 {...(state === 'back' ? { ref: focusOnMount, tabIndex: -1 } : {})}>{texts.title}</h1>
      {seenAt !== null && <p className="soft">{texts.seenAt(timeText(seenAt))}</p>}
    </header>
  );
}

function Never() {
  return (
    <EmptyState
      drawing="stall"
      title={texts.neverTitle}
      actions={
        <Link to="/dashboard/caja" className={buttonClass({ variant: 'secondary' })}>
          <Icon of={ArrowLeft} size={22} />
          <span>{texts.toCash}</span>
        </Link>
      }
    >
      <p>{texts.never}</p>
    </EmptyState>
  );
}

const forms = {
  payouts: ConfirmPayout,
  refunds: ConfirmRefund,
  joins: ConfirmJoin,
} satisfies Record<RestoreKind, (props: { restore: Restore }) => unknown>;

function Confirm({ kind, restore }: { kind: RestoreKind; restore: Restore }) {
  const Form = forms[kind];
  return <Form restore={restore} />;
}

function Overview({ restore }: { restore: Restore }) {
  const open = openKindsOf(restore);
  return (
    <div className={styles.frame}>
      <ReturnedNotice restore={restore} />
      <div className={styles.columns}>
        <BackPanel restore={restore} />
        {open.length === 0 && <RestoredSummary restore={restore} />}
        {(open.length > 0 || restore.confirmed.some(({ state }) => state === 'waiting')) && (
          <PapersPanel restore={restore} open={open} />
        )}
      </div>
      <RestoredBand restore={restore} open={open} />
    </div>
  );
}

/**
 * Operations that came back, and devices that owe numbers or are silent. Proved and expected amounts never
 * share a row.
 */
function BackPanel({ restore: { back, devices } }: { restore: Restore }) {
  const owing = devices.filter(({ returnedAt, waiting }) => returnedAt === null || waiting > 0);
  return (
    <div className={styles.column}>
      <Panel className={styles.panel} aria-labelledby="volvio">
        <h2 id="volvio">{texts.returnedTitle}</h2>
        <FactList
          facts={[
            { name: texts.sales, value: texts.counted(back.sales.count, amountText(back.sales.total)) },
            { name: texts.topUps, value: texts.counted(back.topUps.count, amountText(back.topUps.total)) },
          ]}
        />
      </Panel>
      {owing.length > 0 && (
        <Panel className={styles.panel} aria-labelledby="falta">
          <h2 id="falta">{texts.owingTitle}</h2>
          <ul className={styles.rows}>
            {owing.map((device) => (
              <li key={device._id} className={styles.row}>
                <div className={styles.words}>
                  <b>{device.name}</b>
                  <span>{noteOf(device)}</span>
                </div>
                <OwingBadge device={device} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

function OwingBadge({ device: { returnedAt, owes } }: { device: RestoredDevice }) {
  if (returnedAt !== null) return <Badge kind="pending">{texts.waits}</Badge>;
  return owes > 0 ? (
    <Badge kind="pending">{texts.owes(owes)}</Badge>
  ) : (
    <Badge kind="unknown">{texts.silent}</Badge>
  );
}

function noteOf({ places, returnedAt, owes, from, to, waiting, lastSeenAt }: RestoredDevice): string {
  const where = places.join(', ');
  const what = () => {
    if (returnedAt !== null) return texts.waitsNote(waiting);
    if (from !== null && to !== null) return texts.owesNote(owes, from, to);
    return lastSeenAt === null ? texts.silentAlways : texts.silentNote(momentText(lastSeenAt));
  };
  return [where, what()].filter(Boolean).join(' · ');
}

/** Confirms a refund by the short code of its voucher, from its signed receipt. */
function ConfirmRefund({ restore }: { restore: Restore }) {
  const [typed, setTyped] = useState('');
  const [amount, setAmount] = useState(0);
  const [reason, setReason] = useState<RefundReason | null>(null);
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const onConfirmed = useConfirmed('refunds');
  const code = shortCodeField.safeParse(typed).data;
  return (
    <ConfirmFrame
      kind="refunds"
      restore={restore}
      note={paperTexts.refundMayWait}
      yes={amount === 0 ? paperTexts.refundedNothing : paperTexts.refunded(amountText(amount))}
      onYes={() => {
        setTried(true);
        setAsked(code !== undefined && amount > 0 && reason !== null);
      }}
      dialog={
        isAsked &&
        code !== undefined &&
        reason !== null && (
          <MoneyConfirm
            subject={`restored refund ${code}`}
            body={{ epoch: restore.epoch, code, monto: toAmount(amount), reason }}
            send={(opId, body) => callServer(restoredCalls.confirmRefund, { opId, body })}
            title={paperTexts.askRefunded(amountText(amount), code)}
            no={paperTexts.check}
            yes={paperTexts.refunded(amountText(amount))}
            onNo={() => setAsked(false)}
            onDone={onConfirmed}
          >
            <p>{paperTexts.askRefundedNote}</p>
          </MoneyConfirm>
        )
      }
    >
      <Field
        label={paperTexts.code}
        hint={paperTexts.codeHint}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={19}
        value={typed}
        error={isTried && code === undefined ? paperTexts.codeWrong : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <AmountField
        label={paperTexts.refundAmount}
        symbol={currencySymbol()}
        amount={amount}
        onAmount={setAmount}
        max={maxTyped}
        clearable
        error={isTried && amount === 0 ? paperTexts.amountNeeded : undefined}
      />
      <ReasonChoice
        title={paperTexts.refundReason}
        reasons={refundReasons.map((value) => ({ value, label: refundReasonTexts[value] }))}
        chosen={reason}
        onChoose={setReason}
      />
      {isTried && reason === null && <Notice kind="refused">{paperTexts.reasonNeeded}</Notice>}
    </ConfirmFrame>
  );
}
