import { ArrowLeft, CircleCheck, ScanQrCode } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { announce } from '#src/client/device/voice/announce.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { useMoneyCall } from '#src/client/shared/confirm/money-confirm.tsx';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { useOpenSale } from '#src/client/shared/operation/use-answer.ts';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { saleTexts } from '#src/client/texts/counter/scan-texts.ts';
import { sharedSaleTexts as texts } from '#src/client/texts/counter/shared-sale-texts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import { toAmount } from '#src/contract/brands.ts';
import { reportCalls } from '#src/contract/calls/reports.ts';
import { maxShares } from '#src/contract/limits.ts';
import type { SharedSaleCommand, SharedSaleReceipt } from '#src/contract/money/shared-sale.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { Scanner } from '../scanner.tsx';
import type { ScannedSale } from '../use-voucher-lookup.ts';
import { missingOf, sharesOf, type SeenCode } from './shares.ts';
import styles from './shared-sale.module.css';

interface SharedSaleProps {
  /** the code that fell short */
  first: SeenCode;
  /** smallest unit shown */
  price: number;
  /** to the pad, with the first code alone */
  onBack: () => void;
  onDone: () => void;
}

/** One sale that several codes pay: each gives what it holds, the last one what is missing; all of it is charged or nothing. */
export function SharedSale({ first, price, onBack, onDone }: SharedSaleProps) {
  const [codes, setCodes] = useState<readonly SeenCode[]>([first]);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState('');
  const [receipt, setReceipt] = useState<SharedSaleReceipt | null>(null);
  useOpenSale(receipt === null);

  function take(scanned: ScannedSale): void {
    setReading(false);
    const isThere = codes.some(({ voucherId }) => voucherId === scanned.voucherId);
    if (isThere) setProblem(texts.twice);
    else if (scanned.kind !== 'seen') setProblem(texts.needsLink);
    else {
      setProblem('');
      setCodes([...codes, scanned]);
    }
  }

  if (isReading) return <Scanner onSale={take} />;
  if (receipt !== null) return <PaidShares receipt={receipt} onDone={onDone} />;
  return (
    <Shares
      {...{ codes, price, problem, onBack }}
      onRead={() => setReading(true)}
      onPaid={(paid) => {
        announce('paid', (sentences) => sentences.paid(paid.price));
        setReceipt(paid);
      }}
    />
  );
}

interface SharesProps {
  codes: readonly SeenCode[];
  price: number;
  problem: string;
  onRead: () => void;
  onBack: () => void;
  onPaid: (receipt: SharedSaleReceipt) => void;
}

function Shares({ codes, price, problem, onRead, onBack, onPaid }: SharesProps) {
  const estanteId = useSessionUser()?.id ?? '';
  const staleAfter = useStaleAfter();
  const call = useMoneyCall({
    subject: `shared sale ${codes.map(({ voucherId }) => voucherId).join(' ')}`,
    send: (opId, body: SharedSaleCommand) => callServer(reportCalls.createSharedSale, { opId, body }),
    onDone: (receipt) => {
      void staleAfter('sale voided');
      onPaid(receipt);
    },
  });
  useEffect(() => window.scrollTo(0, 0), []);
  const body = { estanteId, price: toAmount(price), shares: sharesOf(codes, price) };
  return (
    <section className={styles.screen} ref={wholeScreen}>
      <header className={styles.bar}>
        <button
          type="button"
          className={styles.back}
          aria-label={saleTexts.back}
          disabled={call.busy || call.isUnanswered}
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
        {call.isUnanswered && <Notice kind="pending">{texts.unanswered}</Notice>}
        <FailureNotice error={call.isUnanswered ? null : call.error} />
      </div>
      <Zocalo>
        <div className={styles.acts}>
          {missingOf(codes, price) > 0 ? (
            <Button {...charge} icon={ScanQrCode} disabled={codes.length >= maxShares} onClick={onRead}>
              {texts.another}
            </Button>
          ) : (
            <Button {...charge} busy={call.busy} onClick={() => call.submit(body)}>
              {call.isUnanswered ? commonTexts.tryAgain : saleTexts.charge(amountText(price))}
            </Button>
          )}
          {!call.isUnanswered && (
            <Button variant="on-zocalo-outline" wide disabled={call.busy} onClick={onBack}>
              {texts.onlyOne}
            </Button>
          )}
        </div>
      </Zocalo>
    </section>
  );
}

const charge = { variant: 'on-zocalo', size: 'money', wide: true } as const;

/** What each code gives; what is missing still is a row of its own. */
function ShareList({ codes, price }: Pick<SharesProps, 'codes' | 'price'>) {
  const missing = missingOf(codes, price);
  const shares = sharesOf(codes, price);
  return (
    <>
      <p className={styles.price}>
        {texts.purchase} <b>{amountText(price)}</b>
      </p>
      <ul className={styles.shares}>
        {codes.map(({ voucherId, voucher }, place) => (
          <li key={voucherId}>
            <span>
              <b>{shortCodeOf(voucherId)}</b>
              <small>
                {texts.balance(amountText(voucher.monto), personName(voucher.clientId.ownerName))}
              </small>
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

function PaidShares({ receipt, onDone }: { receipt: SharedSaleReceipt; onDone: () => void }) {
  return (
    <ResultScreen
      kind="paid"
      verdict={saleTexts.paid}
      amount={amountText(receipt.price)}
      notes={<AmountNotes amount={receipt.price} size="full" />}
      facts={[
        { name: saleTexts.purchase, value: receipt.codeCompra },
        ...receipt.shares.map(({ codeQrUuid, price }) => ({
          name: shortCodeOf(codeQrUuid),
          value: amountText(price),
        })),
      ]}
      delivery={{ deliver: true, text: saleTexts.deliver }}
      actions={
        <Button variant="on-paid" size="money" icon={ScanQrCode} onClick={onDone}>
          {saleTexts.another}
        </Button>
      }
    />
  );
}
