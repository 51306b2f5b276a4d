import { Hourglass, QrCode as QrIcon, RefreshCw, WifiOff } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import type { Unreachable } from '#src/client/api/call-answer.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { unreachableTexts } from '#src/client/texts/common-texts.ts';
import { purchaseTexts } from '#src/client/texts/purchases/purchase-texts.ts';
import { withoutLinkTexts as texts } from '#src/client/texts/vouchers/without-link-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, isToday, timeText } from '#src/client/texts/written/dates.ts';
import { ageText } from '#src/client/texts/written/list-age.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { VoucherId } from '#src/protocol/brands.ts';
import { type LastBalance, readLastBalance } from './last-balance.ts';
import { wholeAddress } from './own-address.ts';
import pageStyles from '#src/client/screens/purchase/customer-page.module.css';
import styles from '../purchase.module.css';

const OwnCode = lazy(() => import('./own-code.tsx').then((m) => ({ default: m.OwnCode })));

const againMs = 10_000;

interface WithoutLinkProps {
  codeQrId: VoucherId;
  reason: Unreachable['reason'];
  onRetry: () => Promise<void>;
  onLeave: () => void;
}

/** The server gave no answer: its last answer with its age, and the QR, which a stall reads without a link. */
export function WithoutLink({ codeQrId, reason, onRetry, onLeave }: WithoutLinkProps) {
  const [last] = useState(() => readLastBalance(codeQrId));
  const [hasProof] = useState(() => wholeAddress() !== null);
  const [now, setNow] = useState(() => Date.now());
  const [isCodeOpen, setCodeOpen] = useState(false);
  const [isTrying, setTrying] = useState(false);

  async function tryAgain() {
    setTrying(true);
    await onRetry();
    setTrying(false);
    setNow(Date.now());
  }
  useTryAgain(tryAgain, isCodeOpen || isTrying);

  return (
    <div className="column fill">
      <div className={`column ${styles.frame}`}>
        <main className="column fill">
          <LastKnown last={last} now={now} reason={reason} />
          <div className={`stack ${styles.body}`}>
            {hasProof && (
              <section className={`stack-12 ${styles.amount}`}>
                <h2>{texts.buyTitle}</h2>
                <p>{texts.buy}</p>
                <Button variant="secondary" size="money" icon={QrIcon} wide onClick={() => setCodeOpen(true)}>
                  {texts.showCode}
                </Button>
              </section>
            )}
            <p className="row-12 soft">
              <Icon of={RefreshCw} />
              <span>{texts.searching}</span>
            </p>
          </div>
        </main>
        <Zocalo>
          <div className={`stack-12 ${styles.foot}`}>
            <div className={styles.acts}>
              <Button variant="on-zocalo-outline" onClick={onLeave}>
                {purchaseTexts.leave}
              </Button>
              <Button
                variant="on-zocalo"
                icon={RefreshCw}
                busy={isTrying}
                busyText={purchaseTexts.trying}
                onClick={() => void tryAgain()}
              >
                {purchaseTexts.tryNow}
              </Button>
            </div>
          </div>
        </Zocalo>
      </div>
      {isCodeOpen && (
        <Optional>
          <OwnCode codeQrId={codeQrId} onClose={() => setCodeOpen(false)} />
        </Optional>
      )}
    </div>
  );
}

interface LastKnownProps {
  last: LastBalance | null;
  now: number;
  reason: Unreachable['reason'];
}

/** The server's last balance of this voucher, with its age. */
function LastKnown({ last, now, reason }: LastKnownProps) {
  const isCut = reason === 'network';
  const cutTitle = last === null ? texts.title : titleOf(now - last.atMs);
  return (
    <>
      <div className="strip small" data-tone="pending" role="status">
        <Icon of={isCut ? WifiOff : Hourglass} size={32} />
        <p className="stack-4">
          <b className="normal">{isCut ? cutTitle : unreachableTexts[reason].title}</b>
          <span>{last === null ? texts.unknown : texts.known(ofWhen(last.atMs))}</span>
        </p>
      </div>
      {last !== null && (
        <section className={styles.balance}>
          <h1>{texts.balanceAt(ofWhen(last.atMs))}</h1>
          <p className={`figure soft ${pageStyles.worth}`} translate="no">
            {amountText(last.monto)}
          </p>
          <div className={styles.notes}>
            <AmountNotes amount={last.monto} size="panel" />
          </div>
        </section>
      )}
    </>
  );
}

/** "de las 8:26", "del 21 de nov de 2026 9:14" */
function ofWhen(instantMs: number): string {
  return isToday(instantMs) ? texts.atTime(timeText(instantMs)) : texts.onDay(dateTimeText(instantMs));
}

/** Title by the age of the last balance, ms: "Sin conexión hace 12 min", "hace 2 horas". */
function titleOf(ageMs: number): string {
  if (ageMs < 60_000) return texts.title;
  if (ageMs >= 3_600_000) return texts.titleSince(ageText(ageMs));
  return texts.titleSince(texts.minutes(Math.floor(ageMs / 60_000)));
}

/**
 * Retries every ten seconds, and at once when the browser reports a link; not below a code that a stall reads, and
 * one at a time, because a late failure would replace the purchase that a later answer opened.
 */
function useTryAgain(tryAgain: () => Promise<void>, isPaused: boolean): void {
  useEffect(() => {
    if (isPaused) return undefined;
    const again = () => void tryAgain();
    const timer = setTimeout(again, againMs);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  });
}
