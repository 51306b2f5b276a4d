import { ArrowLeft, OctagonX, ScanQrCode, ShoppingBasket, Store, Wallet } from 'lucide-react';
import { useEffect } from 'react';
import type { OfflineView } from '#src/client/commands/preview-offline-purchase.ts';
import { speak } from '#src/client/device/voice/announce.ts';
import { BarChip } from '#src/client/money/bar-chip.tsx';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import {
  AmountPad,
  TypedAmount,
  type TypedAmountState,
  useTypedAmount,
} from '#src/client/money/notes/amount-pad.tsx';
import { stallPurchaseTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { ageText, whenText } from '#src/client/texts/written/list-age.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { selectOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { ignoreEarlyTaps } from '#src/client/ui/layers/result-screen.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { useMedia } from '#src/client/ui/use-browser.ts';
import type { Pesos } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { ProductSheet } from './product-sheet.tsx';
import type { StallPurchase } from './use-stall-purchase.ts';
import type { ScannedPurchase } from './use-voucher-lookup.ts';
import { DrawnBar, isDrawn, MoneyButton } from './without-letters.tsx';
import styles from './purchase-pad.module.css';

interface PurchasePadProps {
  scanned: ScannedPurchase;
  purchase: StallPurchase;
  onBack: () => void;
}

/**
 * The amount that can be charged now and what is left: of the balance with a link, of the limit without one.
 */
export function PurchasePad({ scanned, purchase, onBack }: PurchasePadProps) {
  const { amount, setAmount, corrected } = purchase;
  const isOffline = scanned.kind === 'known';
  const most = isOffline ? scanned.view.most : scanned.voucher.monto;
  const usual = useTypedAmount(amount, setAmount, purchase.isSelected);
  const entry = isDrawn() ? { ...usual, face: 'notes' as const } : usual;
  useSpokenAmount(purchase, most, balanceOf(scanned));

  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);

  const part = { purchase, most, isOffline };
  return (
    <form
      ref={wholeScreen}
      className={`column covers ${styles.purchase}`}
      data-face={entry.face}
      onSubmit={(event) => {
        event.preventDefault();
        if (amount <= most) void purchase.charge(amount);
      }}
    >
      <Head scanned={scanned} onBack={onBack} />
      <div className={`column pad-16 ${styles.body}`}>
        <CustomerCard scanned={scanned} />
        {corrected !== null && (
          <div className={styles.strip} data-needed>
            <Notice kind="pending">{texts.corrected(amountText(corrected))}</Notice>
          </div>
        )}
        {isOffline && <KnownNotices {...scanned} />}
        <PurchaseAmount {...part} entry={entry} />
        <AmountPad entry={entry} tall />
      </div>
      <ChargeFoot {...part} />
    </form>
  );
}

/** Pause after the last tap before the amount is spoken, ms. */
const quietMs = 800;

/** Without letters: speaks the amount and the balance, or how little the voucher gives. */
function useSpokenAmount({ amount, busy }: StallPurchase, most: Pesos, balance: Pesos): void {
  useEffect(() => {
    if (!isDrawn()) return undefined;
    if (busy) {
      void speak(({ charging }) => charging(amount));
      return undefined;
    }
    const timer = setTimeout(
      () =>
        void speak(({ entered, onlyHolds }) => (amount > most ? onlyHolds(most) : entered(amount, balance))),
      quietMs,
    );
    return () => clearTimeout(timer);
  }, [amount, busy, most, balance]);
}

interface PurchasePartProps {
  purchase: StallPurchase;
  /** Largest amount that can be charged now. */
  most: Pesos;
  isOffline: boolean;
}

function PurchaseAmount({
  purchase,
  most,
  isOffline,
  entry,
}: PurchasePartProps & { entry: TypedAmountState }) {
  const { amount, setAmount, isSelected, lines, setLines } = purchase;
  const isOver = amount > most;
  const note = noteOf(amount, most, isOffline);
  return (
    <TypedAmount
      entry={entry}
      label={texts.amount}
      amount={amount}
      onAmount={setAmount}
      size="tablet"
      withPad
      {...(isSelected ? { inputRef: selectOnMount } : { takesFocus: true })}
      note={
        entry.face === 'notes' ? undefined : amount === 0 ? (
          '\u00a0'
        ) : (
          <>
            {note.words} <b>{note.figure}</b>
          </>
        )
      }
      alarm={
        isOver && (
          <>
            {!isDrawn() && <Icon of={OctagonX} size={24} />}
            <span>{note.alarm}</span>
          </>
        )
      }
      spoken={amount === 0 ? '' : `${amount} pesos. ${isOver ? note.alarm : ''} ${note.words} ${note.figure}`}
      {...(isDrawn() && {
        beside: <Icon of={isOver ? OctagonX : ShoppingBasket} size={36} className={styles.basket} />,
      })}
      more={
        <ProductSheet
          {...{ amount, lines }}
          onLines={(next, sum) => {
            setLines(next);
            setAmount(sum);
          }}
        />
      }
    />
  );
}

const outlined = { variant: 'on-zocalo-outline', size: 'charge', wide: true } as const;

/** The one button: charges the typed amount, or, outlined, the part of it that is possible. */
function ChargeFoot({ purchase, most, isOffline }: PurchasePartProps) {
  const { amount, busy } = purchase;
  const isOver = amount > most;
  const over = isOffline ? texts.limitGives : texts.codeHolds;
  const left = isOffline ? texts.leftOffline : texts.left;
  const shown = isOver ? most : most - amount;
  return (
    <Zocalo>
      <div className={`stack-12 ${styles.foot}`}>
        <div className={`row-12 between normal ${styles.left}`} data-empty={amount === 0 ? true : undefined}>
          {isDrawn() && <Icon of={Wallet} size={32} />}
          {isDrawn() && <AmountNotes amount={shown} size="line" />}
          <span>{isOver ? over : left}</span>
          <b className="sum">{amountText(shown)}</b>
        </div>
        {isOver && most > 0 ? (
          <div ref={ignoreEarlyTaps} className={styles.offers}>
            <MoneyButton
              {...outlined}
              busy={busy}
              label={texts.charge(amountText(most))}
              amount={most}
              to={Store}
              onClick={() => {
                purchase.setAmount(most);
                void purchase.charge(most);
              }}
            />
            <MoneyButton
              {...outlined}
              disabled={busy}
              label={texts.completeWith}
              amount={most}
              to={ScanQrCode}
              onClick={() => void purchase.complete(most)}
            />
          </div>
        ) : (
          <MoneyButton
            type="submit"
            variant="on-zocalo"
            size="charge"
            wide
            busy={busy}
            disabled={amount === 0 || isOver}
            label={texts.charge(amountText(amount))}
            amount={amount}
            to={Store}
          />
        )}
      </div>
    </Zocalo>
  );
}

/** Returns the line under the amount: what is left, or how much is too much. */
function noteOf(amount: number, most: number, isOffline: boolean) {
  const isOver = amount > most;
  const [over, left] = isOffline ? [texts.upTo, texts.leftOffline] : [texts.lacking, texts.leftShort];
  return {
    alarm: isOffline ? texts.overLimit : texts.overBalance,
    words: isOver ? over : left,
    figure: amountText(isOver && isOffline ? most : Math.abs(most - amount)),
  };
}

/** A phone has space for the name and the balance alone, which a larger screen shows below. */
const phone = '(max-width: 599.98px), (orientation: landscape) and (max-height: 420px)';

function Head({ scanned, onBack }: Pick<PurchasePadProps, 'scanned' | 'onBack'>) {
  const isPhone = useMedia(phone);
  const balance = balanceOf(scanned);
  const name = scanned.kind === 'seen' ? personName(scanned.voucher.clientId.ownerName) : codeOf(scanned);
  if (isDrawn())
    return (
      <>
        <h1>{name}</h1>
        <DrawnBar holds={balance} onBack={onBack} />
      </>
    );
  return (
    <header className={`row underlined ${styles.head}`}>
      <button type="button" className="back" aria-label={texts.back} onClick={onBack}>
        <Icon of={ArrowLeft} size={28} />
      </button>
      <h1 className="fill one-line normal strong">{isPhone ? name : texts.title}</h1>
      {isPhone ? (
        <p className={`sum-32 ${styles.balance}`}>{amountText(balance)}</p>
      ) : (
        <BarChip opensOutbox />
      )}
    </header>
  );
}

const balanceOf = (scanned: ScannedPurchase): Pesos =>
  scanned.kind === 'seen' ? scanned.voucher.monto : scanned.view.known;

const codeOf = ({ voucherId }: ScannedPurchase): string => texts.code(shortCodeOf(voucherId));

/** The customer: from the server, or the voucher as this tablet knows it, with the time of that knowledge. */
function CustomerCard({ scanned }: { scanned: ScannedPurchase }) {
  const isSeen = scanned.kind === 'seen';
  return (
    <section className={`row-12 card between pad-row ${styles.card}`}>
      <div>
        <p className="soft small">{texts.customer}</p>
        <p className="sum-21">
          {isSeen ? personName(scanned.voucher.clientId.ownerName) : offlineTexts.unknownCustomer}
        </p>
        <p className="soft small">
          {isSeen
            ? `${texts.identification(scanned.voucher.clientId.identificacion)} · ${texts.registeredOn(dateText(scanned.voucher.clientId.createAt))}`
            : codeOf(scanned)}
        </p>
      </div>
      <div className={`stack-4 ${styles.worth}`}>
        {isSeen ? (
          <Badge kind="paid">{texts.valid}</Badge>
        ) : (
          <Badge kind="pending">{ageOf(scanned.view)}</Badge>
        )}
        <p className="sum-32">{amountText(balanceOf(scanned))}</p>
        <AmountNotes amount={balanceOf(scanned)} size="line" />
      </div>
    </section>
  );
}

function ageOf({ knownAt }: OfflineView): string {
  return knownAt === null ? offlineTexts.knownByCode : offlineTexts.knownAt(whenText(knownAt));
}

function KnownNotices({ view, reason }: Extract<ScannedPurchase, { kind: 'known' }>) {
  return (
    <div className={styles.strip}>
      <Notice kind="pending">
        {view.oldListMs === null
          ? offlineTexts.most[reason](amountText(view.most))
          : offlineTexts.listOld(ageText(view.oldListMs))}
      </Notice>
    </div>
  );
}
