import { Bell, CalendarClock, Gift, OctagonX, ReceiptText } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { amountText, maxTyped } from '#src/client/texts/written/amounts.ts';
import { dateText, dayOf, lastDayText } from '#src/client/texts/written/dates.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Stall } from '#src/contract/markets/stall.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { BalanceCard } from './balance-card.tsx';
import type { StallsOfVoucher } from './stalls/known-stalls.ts';
import { ChosenStall, StallPicker } from './stalls/stall-picker.tsx';
import { type Purchase, usePurchase } from './use-purchase.ts';
import { useHolderPoints } from './use-read-once.ts';
import styles from './purchase.module.css';

const loadResult = () => import('./purchase-result.tsx').then((m) => ({ default: m.PurchaseResult }));
const PurchaseResult = lazy(loadResult);

/** Loaded on demand: they need the link and are never cached. */
const EndedVoucher = lazy(() => import('./ended-voucher.tsx').then((m) => ({ default: m.EndedVoucher })));
const WhereToTopUp = lazy(() => import('./ended-voucher.tsx').then((m) => ({ default: m.WhereToTopUp })));

const HistoryDialog = lazy(() => import('./history-dialog.tsx').then((m) => ({ default: m.HistoryDialog })));

interface PurchaseFormProps {
  voucher: VoucherView;
  offered: StallsOfVoucher;
  /** Stall chosen before a refused purchase; null when starting over without one, undefined at first. */
  initialStall: Stall | null | undefined;
  onStartOver: (kept?: Stall | null) => Promise<void>;
  onLeave: () => void;
}

export function PurchaseForm({ voucher, offered, initialStall, onStartOver, onLeave }: PurchaseFormProps) {
  const purchase = usePurchase(voucher, loadResult, initialStall ?? null);
  const [historyOpen, setHistoryOpen] = useState(false);
  const { stall, answer, refusal } = purchase;
  const settled = refusal !== '' || (answer.kind !== 'none' && answer.kind !== 'asking');
  const ended = <Ended voucher={voucher} />;
  const openHistory = () => setHistoryOpen(true);
  return (
    <form
      className="column fill"
      onSubmit={(event) => {
        event.preventDefault();
        if (purchase.amount <= voucher.monto) void purchase.buy();
      }}
    >
      <div className={`column ${styles.frame}`}>
        <main className="column fill" inert={settled}>
          {stall === null && <EndNotice voucher={voucher} />}
          <BalanceCard
            voucher={voucher}
            short={stall !== null}
            takesFocus={initialStall === null && !voucher.status}
            dates={{
              registered: texts.registeredOn(dateText(voucher.clientId.createAt)),
              toppedUp: texts.toppedUpOn(dateText(voucher.createAt)),
              state: stateText(voucher),
            }}
            notes={<AmountNotes amount={voucher.monto} size="panel" />}
            points={<PointsPill codeQrUuid={voucher.uuid} onOpen={openHistory} />}
          />
          <div className={`stack ${styles.body}`}>
            {purchase.isReading ? (
              <Loading />
            ) : voucher.status ? (
              <StallAndAmount {...{ voucher, offered, purchase }} startsOver={initialStall === null} />
            ) : (
              <Optional fallback={ended}>
                <EndedVoucher voucher={voucher}>{ended}</EndedVoucher>
              </Optional>
            )}
          </div>
          {stall === null && voucher.blockedBecause !== 'person' && (
            <button type="button" className={`row-12 strong ${styles.history}`} onClick={openHistory}>
              <Icon of={ReceiptText} size={26} />
              <span>{texts.history}</span>
            </button>
          )}
        </main>
        <PurchaseFoot voucher={voucher} purchase={purchase} isBehind={settled} onLeave={onLeave} />
      </div>
      {historyOpen && (
        <Optional>
          <HistoryDialog codeQrUuid={voucher.uuid} onClose={() => setHistoryOpen(false)} />
        </Optional>
      )}
      {settled && (
        <Optional>
          <PurchaseResult purchase={purchase} onLeave={onLeave} onStartOver={onStartOver} />
        </Optional>
      )}
    </form>
  );
}

interface PurchasePartProps {
  voucher: VoucherView;
  purchase: Purchase;
}

interface StallAndAmountProps extends PurchasePartProps {
  offered: StallsOfVoucher;
  /** The button that was tapped is gone, so the choice of the stall takes the focus. */
  startsOver: boolean;
}

function StallAndAmount({ voucher, offered, purchase, startsOver }: StallAndAmountProps) {
  const { stall, setStall, prepare, amount, setAmount, amountError } = purchase;
  const [isAgain, setAgain] = useState(startsOver);
  const stallId = stall?._id;
  useEffect(() => {
    if (stallId !== undefined) window.scrollTo(0, 0);
  }, [stallId]);
  if (stall === null)
    return <StallPicker offered={offered} takesFocus={isAgain} onChoose={setStall} onBrowse={prepare} />;
  const change = () => {
    setAgain(true);
    setStall(null);
  };
  const isOver = amount > voucher.monto;
  return (
    <>
      <ChosenStall stall={stall} onChange={change} />
      <section className={`stack-12 ${styles.amount}`}>
        <h2>{texts.typeAmount}</h2>
        <AmountField
          label={texts.amount}
          labelHidden
          symbol={currencySymbol()}
          amount={amount}
          onAmount={setAmount}
          max={maxTyped}
          active
          takesFocus
          error={amountError === '' ? undefined : amountError}
          alarm={
            isOver && (
              <>
                <Icon of={OctagonX} size={24} />
                <span>{texts.overBalance}</span>
              </>
            )
          }
          spoken={amount === 0 ? '' : `${isOver ? texts.overBalance : ''} ${leftOf(voucher, amount)}`}
        />
        <p className="strip small" data-tone="info">
          <Icon of={Bell} />
          <span>{texts.stallHears}</span>
        </p>
      </section>
    </>
  );
}

/** States the remaining balance and its owner: the voucher keeps it until its market takes it. */
function expiredText({ monto, passedOn }: VoucherView): string {
  const taken = passedOn ?? 0;
  if (monto > 0) return texts.expiredNote(amountText(monto + taken));
  return taken > 0 ? texts.passedOn(amountText(taken)) : texts.spentNote;
}

function stateText({ expiresAt, state, status }: VoucherView): string {
  const day = expiresAt === undefined ? null : lastDayText(expiresAt);
  if (status) return day === null ? texts.valid : texts.validUntil(day);
  return day !== null && state === 'EXPIRED' ? texts.ended(day) : '';
}

/** Shown in place of the stalls when the voucher no longer pays. */
function Ended({ voucher }: { voucher: VoucherView }) {
  return (
    <section>
      <h2>{texts.endedTitle}</h2>
      <p>{whyEnded(voucher)}</p>
    </section>
  );
}

function whyEnded(voucher: VoucherView): string {
  const { state } = voucher;
  if (state === 'VOIDED') return texts.voidedNote;
  if (state === 'REFUNDED') return texts.refundedNote;
  if (state === 'JOINED') return texts.joinedNote;
  if (state === 'BLOCKED') return texts.blocked;
  return state === 'EXPIRED' ? expiredText(voucher) : texts.spentNote;
}

interface PurchaseFootProps extends PurchasePartProps {
  /** The result is on top of it. */
  isBehind: boolean;
  onLeave: () => void;
}

/** The amount and the remaining balance, beside the button that pays. */
function PurchaseFoot({ voucher, purchase, isBehind, onLeave }: PurchaseFootProps) {
  const { stall, amount, busy } = purchase;
  const isOver = amount > voucher.monto;
  const left = Math.abs(voucher.monto - amount);
  return (
    <Zocalo inert={isBehind}>
      <div className={`stack-12 ${styles.foot}`}>
        {stall !== null && (
          <dl className={styles.sums}>
            <div className="split-4">
              <dt>{texts.toPay}</dt>
              <dd className="sum" translate="no">
                {amountText(amount)}
              </dd>
            </div>
            <div className={`split-4 ${isOver ? styles.over : amount === 0 ? styles.unsaid : ''}`}>
              <dt>{isOver ? texts.missing : texts.left}</dt>
              <dd className="flow-4 bold">
                {isOver && <Icon of={OctagonX} />}
                <span translate="no">{amountText(left)}</span>
              </dd>
            </div>
          </dl>
        )}
        <div className={styles.acts}>
          <Button variant="on-zocalo-outline" onClick={onLeave}>
            {texts.leave}
          </Button>
          {voucher.status ? (
            <Button
              type="submit"
              variant="on-zocalo"
              busy={busy}
              busyText={texts.processing}
              disabled={stall === null || isOver}
            >
              {texts.buy}
            </Button>
          ) : (
            <Optional>
              <WhereToTopUp codeQrUuid={voucher.uuid} />
            </Optional>
          )}
        </div>
      </div>
    </Zocalo>
  );
}

function leftOf(voucher: VoucherView, amount: number): string {
  const left = voucher.monto - amount;
  return `${left < 0 ? texts.missing : texts.left} ${amountText(Math.abs(left))}`;
}

interface PointsPillProps {
  codeQrUuid: VoucherId;
  /** Opens the points by market. */
  onOpen: () => void;
}

/** Points of all markets. The page does not wait for them: without an answer there is no pill. */
function PointsPill({ codeQrUuid, onOpen }: PointsPillProps) {
  const { sum: points } = useHolderPoints(codeQrUuid);
  if (points === 0) return null;
  return (
    <button type="button" className={`chip strong ${styles.points}`} onClick={onOpen}>
      <Icon of={Gift} size={22} />
      <span>{texts.points(formatAmount(points))}</span>
    </button>
  );
}

const dayMs = 86_400_000;
/** Days before its end from which a voucher shows a notice. */
const noticeDays = 30;

/** Shown while there is still time to spend the balance. */
function EndNotice({ voucher }: { voucher: VoucherView }) {
  const [now] = useState(() => Date.now());
  const { status, expiresAt } = voucher;
  if (!status || expiresAt === undefined) return null;
  const days = (Date.parse(dayOf(Date.parse(expiresAt) - 1)) - Date.parse(dayOf(now))) / dayMs;
  if (days > noticeDays) return null;
  return (
    <p className="strip small" data-tone="pending">
      <Icon of={CalendarClock} size={32} />
      <span className="stack-4">
        <b className="normal">{texts.endsIn(days, lastDayText(expiresAt))}</b>
        <span>{texts.spendBefore}</span>
      </span>
    </p>
  );
}
