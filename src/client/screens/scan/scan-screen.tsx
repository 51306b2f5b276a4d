import { Plus, ScanQrCode } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce } from '#src/client/device/voice/announce.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { isHandedOver } from '#src/client/money/operation/outcome-table.ts';
import { usePurchaseOpen } from '#src/client/money/operation/use-answer.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { paidByPhoneTexts as texts, stallPurchaseTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import type { Amount, Pesos } from '#src/protocol/brands.ts';
import { useChargedVoucher } from './camera-view.tsx';
import { PaidPurchase } from './paid-purchase.tsx';
import { PurchasePad } from './purchase-pad.tsx';
import { RefusedPurchase } from './refused-purchase.tsx';
import { Scanner } from './scanner.tsx';
import { isTakenBackByPerson, PendingPurchase, TakenBackPurchase } from './unaccepted-purchase.tsx';
import { type StallPurchase, useStallPurchase } from './use-stall-purchase.ts';
import type { ScannedPurchase } from './use-voucher-lookup.ts';
import { Look, PurchaseOutcome } from './without-letters.tsx';

/** A purchase of which vouchers paid a part. Smallest unit shown. */
type Rest = { paid: Pesos; lacking: Pesos };
const none: Rest = { paid: 0, lacking: 0 };

/** Camera first; the sale opens once a voucher is read. The rest that a voucher lacks is offered to the next one. */
export function ScanScreen() {
  const [scanned, setScanned] = useState<ScannedPurchase | null>(null);
  const [rest, setRest] = useState(none);
  usePurchaseOpen(rest.lacking > 0);
  const end = () => setRest(none);
  return (
    <Look>
      {scanned === null ? (
        <Scanner onSale={setScanned} lacking={rest.lacking} onEnd={end} />
      ) : (
        <PurchaseScreen
          key={scanned.voucherId}
          {...{ scanned, rest }}
          onScanned={setScanned}
          onPart={(price, lacking) => {
            setRest({ paid: rest.paid + price, lacking });
            setScanned(null);
          }}
          onDone={(isPaid) => {
            if (isPaid) end();
            setScanned(null);
          }}
        />
      )}
    </Look>
  );
}

interface PurchaseScreenProps {
  scanned: ScannedPurchase;
  rest: Rest;
  onScanned: (scanned: ScannedPurchase) => void;
  /** This voucher paid a part of the purchase. */
  onPart: (price: Pesos, lacking: Pesos) => void;
  /** Without a payment the rest stays open for the next voucher. */
  onDone: (isPaid: boolean) => void;
}

function PurchaseScreen(props: PurchaseScreenProps) {
  const { scanned, rest } = props;
  const purchase = useStallPurchase(scanned, usePlace().name, rest.lacking);
  useChargedVoucher(scanned, purchase.answer.kind);
  const phase = phaseOf(purchase, scanned);
  useHeldSound(purchase.answer.kind === 'none' && phase.kind === 'waiting' ? phase.operation : null);
  return <PurchasePhase {...props} {...{ purchase, phase }} />;
}

/** Each phase of a sale has one screen. */
type Phase =
  | { kind: 'pad' }
  | { kind: 'paid-by-phone'; voucher: VoucherView; purchase: NonNullable<VoucherView['justPaid']> }
  | { kind: 'waiting'; operation: Operation }
  | { kind: 'paid'; receipt: PurchaseReceipt }
  | { kind: 'taken-back'; operation: Operation }
  | { kind: 'refused' };

export function phaseOf({ answer, refusal, open }: StallPurchase, scanned: ScannedPurchase): Phase {
  if (refusal !== null) return { kind: 'refused' };
  switch (answer.kind) {
    case 'accepted': {
      const { receipt } = answer.operation.status;
      return receipt?.purchase ? { kind: 'paid', receipt: receipt.purchase } : { kind: 'refused' };
    }
    case 'pending':
    case 'decided-here':
      return { kind: 'waiting', operation: answer.operation };
    case 'refused':
      return isTakenBackByPerson(answer.operation)
        ? { kind: 'taken-back', operation: answer.operation }
        : { kind: 'refused' };
    case 'asking':
      return { kind: 'pad' };
    case 'none':
      // The rules already count a sale accepted here; a sale without an answer must not be charged twice.
      if (open && !isHandedOver(open)) return { kind: 'waiting', operation: open };
      return scanned.kind === 'seen' && scanned.voucher.justPaid !== undefined
        ? { kind: 'paid-by-phone', voucher: scanned.voucher, purchase: scanned.voucher.justPaid }
        : { kind: 'pad' };
  }
}

/** A purchase from before has no answer of this screen that would sound. */
function useHeldSound(held: Operation | null): void {
  const price = held === null ? null : amountOf(held);
  useEffect(() => {
    if (price !== null) announce('pending', ({ pending }) => pending(price));
  }, [price]);
}

interface PurchasePhaseProps extends PurchaseScreenProps {
  purchase: StallPurchase;
  phase: Phase;
}

export function PurchasePhase({
  phase,
  scanned,
  purchase,
  rest,
  onScanned,
  onPart,
  onDone,
}: PurchasePhaseProps) {
  const { answer, amount, lacking } = purchase;
  const isPaid = answer.kind === 'accepted' || answer.kind === 'pending' || answer.kind === 'decided-here';
  const done = () => onDone(isPaid);
  const next = () => onPart(amount, lacking);

  /** After a void: the voucher has its balance back, and the next try is a new operation. */
  function chargeRight(balance: Amount): void {
    if (scanned.kind === 'seen')
      onScanned({
        ...scanned,
        voucher: { ...scanned.voucher, monto: balance, status: true, state: 'ACTIVE' },
      });
    purchase.chargeRight(amount);
  }

  switch (phase.kind) {
    case 'pad':
      return <PurchasePad {...{ scanned, purchase }} onBack={() => onDone(false)} />;
    case 'paid-by-phone':
      return (
        <PaidByPhone
          {...phase}
          onDone={done}
          onOther={() =>
            onScanned({ ...scanned, kind: 'seen', voucher: { ...phase.voucher, justPaid: undefined } })
          }
        />
      );
    case 'waiting':
      return <PendingPurchase operation={phase.operation} lacking={lacking} onDone={done} onNext={next} />;
    case 'paid':
      return (
        <PaidPurchase
          receipt={phase.receipt}
          lacking={lacking}
          whole={rest.paid > 0 && lacking === 0 ? rest.paid + amount : 0}
          onDone={done}
          onNext={next}
          onChargeRight={chargeRight}
        />
      );
    case 'taken-back':
      return (
        <TakenBackPurchase
          operation={phase.operation}
          onDone={done}
          onAgain={() => purchase.changeAmount(0)}
        />
      );
    case 'refused':
      return <RefusedPurchase {...{ scanned, purchase }} onDone={done} />;
  }
}

interface PaidByPhoneProps {
  voucher: VoucherView;
  purchase: NonNullable<VoucherView['justPaid']>;
  onDone: () => void;
  /** The customer buys something else. */
  onOther: () => void;
}

/**
 * Shows what the holder has just bought here by the link. A phone that received no answer does not know that
 * it paid, and its holder presents the voucher: the stall sees the purchase before it charges again.
 */
function PaidByPhone({ voucher, purchase, onDone, onOther }: PaidByPhoneProps) {
  const { price, createAt, codeCompra } = purchase;
  useEffect(() => {
    // No sale was made just now, so the sound is not that of a sale.
    announce('pending', ({ paidBefore }) => paidBefore(price));
  }, [price]);
  return (
    <PurchaseOutcome
      kind="paid"
      verdict={texts.verdict}
      amount={amountText(price)}
      notes={<AmountNotes amount={price} size="full" />}
      facts={[
        { name: stallPurchaseTexts.customer, value: personName(voucher.clientId.ownerName) },
        { name: stallPurchaseTexts.purchase, value: codeCompra },
        { name: texts.byPhone, value: timeText(createAt) },
      ]}
      delivery={{ deliver: false, text: texts.onlyOnce }}
      actions={
        <>
          <Button variant="on-paid" size="money" icon={ScanQrCode} onClick={onDone}>
            {stallPurchaseTexts.readOther}
          </Button>
          <Button variant="on-zocalo-outline" icon={Plus} onClick={onOther}>
            {texts.other}
          </Button>
        </>
      }
    />
  );
}
