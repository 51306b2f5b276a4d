import { ArrowLeft, CircleCheck, ScanQrCode } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { amountText } from '#src/client/shared/amounts.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { useMarkRead } from '#src/client/shared/operation/use-mark-read.ts';
import { saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { sharedSaleTexts as texts } from '#src/client/texts/purchases/shared-sale-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import { toAmount, toPoints } from '#src/contract/brands.ts';
import { maxShares } from '#src/contract/limits.ts';
import type { SaleLine } from '#src/contract/purchases/sale-line.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { PaidSale } from '../paid-sale.tsx';
import { Scanner } from '../scanner.tsx';
import { PendingSale } from '../unaccepted/pending-sale.tsx';
import { isTakenBackByPerson, TakenBackSale } from '../unaccepted/taken-back-sale.tsx';
import type { ScannedSale } from '../use-voucher-lookup.ts';
import { givenWithoutLink, missingOf, mostOf, sharesOf } from './shares.ts';
import { useSharedSale } from './use-shared-sale.ts';
import styles from './shared-sale.module.css';

interface SharedSaleProps {
  /** The voucher whose balance was too small. */
  first: ScannedSale;
  /** Smallest unit shown. */
  price: number;
  /** Products noted with the sale. */
  lines: readonly SaleLine[];
  /** Returns to the pad with the first voucher only. */
  onBack: () => void;
  onDone: () => void;
}

/**
 * One sale paid by several vouchers: each gives what it can, the last one the rest. All of it is charged, or
 * nothing.
 */
export function SharedSale({ first, price, lines, onBack, onDone }: SharedSaleProps) {
  const loadCommands = useCommands();
  const [codes, setCodes] = useState<readonly ScannedSale[]>([first]);
  const [isReading, setReading] = useState(false);
  const [toOutbox, setToOutbox] = useState(false);
  const [problem, setProblem] = useState('');
  const sale = useSharedSale(codes, price, lines);

  async function take(scanned: ScannedSale): Promise<void> {
    setReading(false);
    if (codes.some(({ voucherId }) => voucherId === scanned.voucherId)) {
      setProblem(texts.twice);
      return;
    }
    const beside = givenWithoutLink(codes, price);
    const code =
      scanned.kind === 'known' && beside > 0
        ? { ...scanned, view: await (await loadCommands()).previewSale(scanned, beside) }
        : scanned;
    setProblem(mostOf(code) > 0 ? '' : texts.givesNothing);
    if (mostOf(code) > 0) setCodes([...codes, code]);
  }

  const { answer, refusal } = sale;
  const markRead = useMarkRead(answer);
  if (toOutbox) return <Navigate to="/dashboard/pendientes" />;
  if (isReading) return <Scanner onSale={(scanned) => void take(scanned)} />;
  if (answer.kind === 'refused' && isTakenBackByPerson(answer.operation))
    return <TakenBackSale operation={answer.operation} onDone={onDone} />;
  if (refusal !== null)
    return (
      <RefusedShares
        {...{ codes, price, refusal }}
        onDone={() => {
          markRead();
          onDone();
        }}
        onChange={() => {
          markRead();
          sale.startAgain();
        }}
      />
    );
  if (answer.kind === 'accepted') return <PaidShares sale={sale} onDone={onDone} />;
  if (answer.kind === 'pending' || answer.kind === 'decided-here')
    return <PendingSale operation={answer.operation} onDone={onDone} onOutbox={() => setToOutbox(true)} />;
  return (
    <Shares
      {...{ codes, price, problem, onBack }}
      busy={sale.busy}
      onRead={() => setReading(true)}
      onCharge={() => void sale.charge()}
    />
  );
}

interface SharesProps {
  codes: readonly ScannedSale[];
  price: number;
  problem: string;
  busy: boolean;
  onRead: () => void;
  onBack: () => void;
  onCharge: () => void;
}

function Shares({ codes, price, problem, busy, onRead, onBack, onCharge }: SharesProps) {
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <section className={styles.screen} ref={wholeScreen}>
      <header className={styles.bar}>
        <button
          type="button"
          className={styles.back}
          aria-label={saleTexts.back}
          disabled={busy}
          onClick={onBack}
        >
          <Icon of={ArrowLeft} size={28} />
        </button>
        <h1 ref={focusOnMount} tabIndex={-1}>
          {saleTexts.title}
        </h1>
      </header>
      <div className={styles.body}>
        <ShareList {...{ codes, price }} />
        {problem !== '' && <Notice kind="pending">{problem}</Notice>}
      </div>
      <Zocalo>
        <div className={styles.acts}>
          {missingOf(codes, price) > 0 ? (
            <Button {...charge} icon={ScanQrCode} disabled={codes.length >= maxShares} onClick={onRead}>
              {texts.another}
            </Button>
          ) : (
            <Button {...charge} busy={busy} onClick={onCharge}>
              {saleTexts.charge(amountText(price))}
            </Button>
          )}
          <Button variant="on-zocalo-outline" wide disabled={busy} onClick={onBack}>
            {texts.onlyOne}
          </Button>
        </div>
      </Zocalo>
    </section>
  );
}

const charge = { variant: 'on-zocalo', size: 'money', wide: true } as const;

/** The share of each voucher; the amount still missing is a row too. */
function ShareList({ codes, price }: Pick<SharesProps, 'codes' | 'price'>) {
  const missing = missingOf(codes, price);
  const shares = sharesOf(codes, price);
  return (
    <>
      <p className={styles.price}>
        {texts.purchase} <b>{amountText(price)}</b>
      </p>
      <ul className={styles.shares}>
        {codes.map((code, place) => (
          <li key={code.voucherId}>
            <span>
              <b>{shortCodeOf(code.voucherId)}</b>
              <small>{worthOf(code)}</small>
            </span>
            <strong>{amountText(shares[place]?.price ?? 0)}</strong>
          </li>
        ))}
        {missing > 0 && (
          <li className={styles.missing}>
            <span>
              <b>{saleTexts.missingName}</b>
              <small>{texts.readOther}</small>
            </span>
            <strong>{amountText(missing)}</strong>
          </li>
        )}
      </ul>
      <div aria-live="polite">
        {missing > 0 ? (
          <AmountNotes amount={missing} size="line" />
        ) : (
          <p className={styles.complete}>
            <Icon of={CircleCheck} />
            {texts.complete}
          </p>
        )}
      </div>
    </>
  );
}

function worthOf(code: ScannedSale): string {
  return code.kind === 'seen'
    ? texts.balance(amountText(code.voucher.monto), personName(code.voucher.clientId.ownerName))
    : texts.gives(amountText(code.view.most));
}

interface RefusedSharesProps {
  codes: readonly ScannedSale[];
  price: number;
  refusal: string;
  onChange: () => void;
  onDone: () => void;
}

function RefusedShares({ codes, price, refusal, onChange, onDone }: RefusedSharesProps) {
  return (
    <ResultScreen
      kind="refused"
      verdict={saleTexts.refused}
      message={refusal}
      facts={[
        { name: texts.purchase, value: amountText(price) },
        { name: texts.codes, value: codes.map(({ voucherId }) => shortCodeOf(voucherId)).join(', ') },
      ]}
      delivery={{ deliver: false, text: saleTexts.doNotDeliver }}
      actions={
        <>
          <Button size="money" onClick={onChange}>
            {texts.change}
          </Button>
          <Button variant="secondary" onClick={onDone}>
            {saleTexts.cancel}
          </Button>
        </>
      }
    />
  );
}

interface PaidSharesProps {
  sale: Pick<ReturnType<typeof useSharedSale>, 'operations' | 'answer'>;
  onDone: () => void;
}

/** Shows the whole sale as one purchase, with one receipt and one void. */
function PaidShares({ sale: { operations }, onDone }: PaidSharesProps) {
  const shares = operations.flatMap(({ status: { receipt } }): PurchaseReceipt[] =>
    receipt?.kind === 'purchase' ? [receipt.receipt] : [],
  );
  const [first] = shares;
  if (first === undefined) return null;
  const receipt: PurchaseReceipt = {
    ...first,
    codeCompra: first.saleCode ?? first.codeCompra,
    price: toAmount(shares.reduce((sum, { price }) => sum + price, 0)),
    points: toPoints(shares.reduce((sum, { points }) => sum + points, 0)),
  };
  return <PaidSale receipt={receipt} shares={shares} onDone={onDone} onChargeAgain={onDone} />;
}
