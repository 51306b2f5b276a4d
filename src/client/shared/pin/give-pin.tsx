import { ArrowLeft, ScanQrCode, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { operationTimeoutMs } from '#src/client/api/send-request.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { personName } from '#src/client/shared/names.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { readAuth } from '#src/client/state/session.ts';
import { saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { pinTexts as texts } from '#src/client/texts/vouchers/pin-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { voucherCalls } from '#src/contract/vouchers/calls.ts';
import { PinScreen } from './pin-screen.tsx';
import type { PinStep, SaleWithPin } from './use-pin-step.ts';

interface GivePinProps {
  step: PinStep;
  /** at the stall the tablet is handed over; the customer's own phone is in their hand */
  at: 'stall' | 'phone';
  lead: ReactNode;
  onBlocked: () => void;
}

/** Asks for the PIN of one sale, by a live call. Nothing of it is written down on this device. */
export function GivePin({ step: { sale, given, leave }, at, lead, onBlocked }: GivePinProps) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<{ title: string; note: string } | null>(null);
  const amount = amountText(sale.price);

  async function give(pin: string): Promise<void> {
    setBusy(true);
    const { voucher, stallId: estanteId, opId } = sale;
    const outcome = await callServer(voucherCalls.givePin, {
      body: { codeQrUuid: voucher.uuid, estanteId, opId, pin, price: toAmount(sale.price) },
      signedIn: at === 'stall' && readAuth().user?.id === estanteId,
      timeoutMs: operationTimeoutMs,
    });
    setBusy(false);
    if (outcome.kind === 'ok') given();
    else if (outcome.kind === 'refused' && outcome.code === 'PIN_BLOCKED') onBlocked();
    else if (outcome.kind === 'refused' && outcome.code === 'PIN_WRONG')
      setTrouble({ title: texts.wrong, note: outcome.message });
    else if (outcome.kind === 'unreachable')
      setTrouble({ title: texts.noLink, note: noLinkNote(voucher.pin?.free ?? 0) });
    else setTrouble({ title: texts.failed, note: failureText(outcome) });
  }

  return (
    <PinScreen
      {...(at === 'stall' ? { band: texts.toCustomer, canTurn: true } : {})}
      lead={lead}
      amount={amount}
      title={texts.type}
      note={at === 'stall' ? texts.onlyYou : texts.chosen}
      trouble={trouble}
      busy={busy}
      spoken={texts.spokenAsk(amount)}
      onKey={() => setTrouble(null)}
      onPin={(pin) => void give(pin)}
      actions={
        <Button
          variant={at === 'stall' ? 'danger' : 'secondary'}
          icon={at === 'stall' ? X : ArrowLeft}
          disabled={busy}
          onClick={leave}
        >
          {at === 'stall' ? texts.doNotPay : texts.back}
        </Button>
      }
    />
  );
}

function noLinkNote(free: number): string {
  return free > 0 ? texts.noLinkLimit(amountText(free)) : texts.noLinkNote;
}

interface StallPinProps {
  step: PinStep;
  stall: string;
  /** to the next code */
  onDone: () => void;
}

/** The PIN on the stall's screen, up to the three misses that block the voucher. */
export function StallPin({ step, stall, onDone }: StallPinProps) {
  const [isBlocked, setBlocked] = useState(false);
  const { sale } = step;
  const customer = personName(sale.voucher.clientId.ownerName);
  if (isBlocked) return <PinBlocked sale={sale} onDone={onDone} />;
  const lead = texts.paysIn(customer, stall);
  return <GivePin step={step} at="stall" lead={lead} onBlocked={() => setBlocked(true)} />;
}

/** Three wrong PINs, at the stall: nothing was charged, and the customer reads where the voucher is reissued. */
function PinBlocked({ sale: { voucher }, onDone }: { sale: SaleWithPin; onDone: () => void }) {
  return (
    <ResultScreen
      kind="refused"
      verdict={texts.blocked}
      message={
        <>
          <p>{texts.blockedWhy}</p>
          <p>{texts.blockedStays(amountText(voucher.monto))}</p>
        </>
      }
      facts={[
        { name: texts.code, value: voucher.shortCode },
        { name: texts.unblocks, value: texts.unblocksWhere },
      ]}
      delivery={{ deliver: false, text: saleTexts.doNotDeliver }}
      actions={
        <Button size="money" icon={ScanQrCode} onClick={onDone}>
          {saleTexts.readOther}
        </Button>
      }
    />
  );
}
