import { Pencil, ScanQrCode, ShoppingBasket, Store, Wallet } from 'lucide-react';
import { type ComponentProps, useEffect } from 'react';
import { announce } from '#src/client/device/voice/announce.ts';
import { refusalMessage } from '#src/client/money/operation/refusal-message.ts';
import { useMarkRead } from '#src/client/money/operation/use-mark-read.ts';
import { refusedPaperTexts, stallPurchaseTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { lastDayText, timeText } from '#src/client/texts/written/dates.ts';
import { whenText } from '#src/client/texts/written/list-age.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { Fact } from '#src/client/ui/tables/fact-list.tsx';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { StallPurchase } from './use-stall-purchase.ts';
import type { PaperFault, ScannedPurchase } from './use-voucher-lookup.ts';
import { DrawnAmount, isDrawn, MoneyButton, PurchaseOutcome } from './without-letters.tsx';

interface RefusedPurchaseProps {
  scanned: ScannedPurchase;
  purchase: StallPurchase;
  onDone: () => void;
}

export function RefusedPurchase({ scanned, purchase, onDone }: RefusedPurchaseProps) {
  const { amount, answer, refusal, corrected, changeAmount } = purchase;
  const markRead = useMarkRead(answer);
  // The server refused because of a balance that this screen has not seen, so it shows none.
  const balance = scanned.kind === 'seen' ? scanned.voucher.monto : scanned.view.known;
  const most = refusal?.most ?? 0;
  const missing = refusal === null ? 0 : amount - balance;
  const facts: (Fact | false)[] = [
    { name: texts.customer, value: customerOf(scanned) },
    {
      name: texts.purchase,
      value: <DrawnAmount amount={amount} />,
      sign: isDrawn() ? ShoppingBasket : undefined,
    },
    refusal !== null && {
      name: refusal.isOffline ? offlineTexts.known : texts.balanceName,
      value: <DrawnAmount amount={balance} />,
      sign: isDrawn() ? Wallet : undefined,
    },
    missing > 0 && { name: texts.missingName, value: amountText(missing) },
    corrected !== null && { name: texts.voided, value: amountText(corrected) },
  ];
  return (
    <PurchaseOutcome
      kind="refused"
      verdict={texts.refused}
      message={<p>{refusal?.message ?? (answer.kind === 'refused' && refusalMessage(answer.operation))}</p>}
      facts={facts}
      delivery={{ deliver: false, text: texts.doNotDeliver }}
      actions={
        <>
          <Button
            size="money"
            icon={Pencil}
            onClick={() => {
              markRead();
              changeAmount(0);
            }}
          >
            {texts.changeAmount}
          </Button>
          <div className="grid">
            {most > 0 && most < amount && (
              <MoneyButton
                variant="secondary"
                label={texts.charge(amountText(most))}
                amount={most}
                to={Store}
                onClick={() => changeAmount(most)}
              />
            )}
            <Button
              variant="secondary"
              icon={ScanQrCode}
              onClick={() => {
                markRead();
                onDone();
              }}
            >
              {refusal?.isOffline === true ? offlineTexts.tryOnline : texts.cancel}
            </Button>
          </div>
        </>
      }
    />
  );
}

function customerOf(scanned: ScannedPurchase): string {
  return scanned.kind === 'seen'
    ? personName(scanned.voucher.clientId.ownerName)
    : shortCodeOf(scanned.voucherId);
}

interface RefusedPaperProps {
  purchase: ScannedPurchase;
  fault: PaperFault;
  onAgain: () => void;
}

export function RefusedPaper({ purchase, fault, onAgain }: RefusedPaperProps) {
  const listAt = purchase.kind === 'known' && fault === 'SPENT_OR_BLOCKED' ? purchase.view.knownAt : null;
  return (
    <BadPaper
      message={
        <>
          <p>{refusedPaperTexts.reasons[fault]}</p>
          <small>
            {listAt === null ? refusedPaperTexts.advice[fault] : refusedPaperTexts.byList(whenText(listAt))}
          </small>
        </>
      }
      facts={fault === 'FORGED' ? claimsOf(purchase) : factsOf(purchase, fault)}
      onAgain={onAgain}
    />
  );
}

type BadPaperProps = Pick<ComponentProps<typeof PurchaseOutcome>, 'message' | 'facts'> & {
  onAgain: () => void;
};

/** A refused voucher or code, whatever the reason. */
export function BadPaper({ onAgain, ...why }: BadPaperProps) {
  useEffect(() => {
    announce('refused', ({ badPaper }) => badPaper());
  }, []);
  return (
    <PurchaseOutcome
      kind="refused"
      verdict={refusedPaperTexts.verdict}
      {...why}
      delivery={{ deliver: false, text: refusedPaperTexts.doNotDeliver }}
      actions={
        <Button size="money" icon={ScanQrCode} onClick={onAgain}>
          {texts.readOther}
        </Button>
      }
    />
  );
}

/** Data printed on a forged voucher is only a claim. */
function claimsOf(purchase: ScannedPurchase): (Fact | false)[] {
  const claim = purchase.kind === 'known' ? purchase.view.claim : null;
  return [
    { name: refusedPaperTexts.saysToBe, value: shortCodeOf(purchase.voucherId) },
    claim !== null && { name: refusedPaperTexts.saysItHolds, value: amountText(claim.face) },
    { name: refusedPaperTexts.readAt, value: refusedPaperTexts.today(timeText(Date.now())) },
  ];
}

function factsOf(purchase: ScannedPurchase, fault: PaperFault): (Fact | false)[] {
  const ends = fault === 'EXPIRED' ? endOf(purchase) : null;
  return [
    purchase.kind === 'seen' && {
      name: texts.customer,
      value: personName(purchase.voucher.clientId.ownerName),
    },
    { name: refusedPaperTexts.code, value: shortCodeOf(purchase.voucherId) },
    (fault === 'SPENT' || fault === 'SPENT_OR_BLOCKED') && {
      name: refusedPaperTexts.balance,
      value: amountText(0),
    },
    ends !== null && { name: refusedPaperTexts.endedOn, value: lastDayText(ends) },
  ];
}

function endOf(purchase: ScannedPurchase): string | number | null {
  if (purchase.kind === 'seen') return purchase.voucher.expiresAt ?? null;
  return purchase.view.claim?.expiresAt ?? null;
}
