import { ScanQrCode } from 'lucide-react';
import { type ComponentProps, useEffect } from 'react';
import { announce } from '#src/client/device/voice/announce.ts';
import { refusedPaperTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { lastDayText, timeText } from '#src/client/texts/written/dates.ts';
import { whenText } from '#src/client/texts/written/list-age.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { Fact } from '#src/client/ui/tables/fact-list.tsx';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { PaperFault, ScannedPurchase } from './use-voucher-lookup.ts';
import { PurchaseOutcome } from './without-letters.tsx';

interface RefusedPaperProps {
  sale: ScannedPurchase;
  fault: PaperFault;
  onAgain: () => void;
}

export function RefusedPaper({ sale, fault, onAgain }: RefusedPaperProps) {
  const listAt = sale.kind === 'known' && fault === 'SPENT_OR_BLOCKED' ? sale.view.knownAt : null;
  return (
    <BadPaper
      message={
        <>
          <p>{texts.reasons[fault]}</p>
          <small>{listAt === null ? texts.advice[fault] : texts.byList(whenText(listAt))}</small>
        </>
      }
      facts={fault === 'FORGED' ? claimsOf(sale) : factsOf(sale, fault)}
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
      verdict={texts.verdict}
      {...why}
      delivery={{ deliver: false, text: texts.doNotDeliver }}
      actions={
        <Button size="money" icon={ScanQrCode} onClick={onAgain}>
          {texts.readOther}
        </Button>
      }
    />
  );
}

/** Data printed on a forged voucher is only a claim. */
function claimsOf(sale: ScannedPurchase): (Fact | false)[] {
  const claim = sale.kind === 'known' ? sale.view.claim : null;
  return [
    { name: texts.saysToBe, value: shortCodeOf(sale.voucherId) },
    claim !== null && { name: texts.saysItHolds, value: amountText(claim.face) },
    { name: texts.readAt, value: texts.today(timeText(Date.now())) },
  ];
}

function factsOf(sale: ScannedPurchase, fault: PaperFault): (Fact | false)[] {
  const ends = fault === 'EXPIRED' ? endOf(sale) : null;
  return [
    sale.kind === 'seen' && {
      name: texts.customer,
      value: personName(sale.voucher.clientId.ownerName),
    },
    { name: texts.code, value: shortCodeOf(sale.voucherId) },
    (fault === 'SPENT' || fault === 'SPENT_OR_BLOCKED') && { name: texts.balance, value: amountText(0) },
    ends !== null && { name: texts.endedOn, value: lastDayText(ends) },
  ];
}

function endOf(sale: ScannedPurchase): string | number | null {
  if (sale.kind === 'seen') return sale.voucher.expiresAt ?? null;
  return sale.view.claim?.expiresAt ?? null;
}
