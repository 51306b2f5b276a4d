import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { operationTimeoutMs } from '#src/client/api/send-request.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { personName } from '#src/client/shared/names.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { pinTexts as texts } from '#src/client/texts/vouchers/pin-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import type { VoucherId } from '#src/contract/brands.ts';
import { voucherCalls } from '#src/contract/vouchers/calls.ts';
import { isWeakVoucherPin } from '#src/domain/voucher/pin-choice.ts';
import { PinScreen } from './pin-screen.tsx';
import styles from './choose-pin.module.css';

interface ChoosePinProps {
  voucherId: VoucherId;
  ownerName: string;
}

/** Offers a PIN for a voucher that has just been issued; once it is set the offer becomes what it protects. */
export function ChoosePin({ voucherId, ownerName }: ChoosePinProps) {
  const [isOpen, setOpen] = useState(false);
  const [free, setFree] = useState<number | null>(null);
  if (free !== null)
    return (
      <p className={styles.saved} role="status">
        <Icon of={ShieldCheck} size={24} />
        <span>
          <b>{texts.saved}</b> {texts.savedNote(amountText(free))}
        </span>
      </p>
    );
  return (
    <>
      <div className={styles.offer}>
        <Button variant="secondary" icon={KeyRound} onClick={() => setOpen(true)}>
          {texts.offer}
        </Button>
        <span>{texts.offerPlain}</span>
      </div>
      {isOpen && (
        <Overlay label={texts.choose} look="bare" onClose={() => setOpen(false)}>
          <ChoosePinScreen
            voucherId={voucherId}
            ownerName={ownerName}
            onSet={(sum) => {
              setFree(sum);
              setOpen(false);
            }}
            onWithout={() => setOpen(false)}
          />
        </Overlay>
      )}
    </>
  );
}

type ChoosePinScreenProps = ChoosePinProps & { onSet: (free: number) => void; onWithout: () => void };

/** Chosen, then repeated; what was typed first is in memory alone until both are the same. */
function ChoosePinScreen({ voucherId, ownerName, onSet, onWithout }: ChoosePinScreenProps) {
  const [first, setFirst] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<{ title: string; note: string } | null>(null);

  async function set(pin: string): Promise<void> {
    setBusy(true);
    const body = { codeQrUuid: voucherId, pin };
    const outcome = await callServer(voucherCalls.choosePin, { body, timeoutMs: operationTimeoutMs });
    setBusy(false);
    setFirst(null);
    if (outcome.kind === 'ok') onSet(outcome.data.free);
    else if (outcome.kind === 'refused') setTrouble({ title: texts.notSet, note: failureText(outcome) });
    // The server may have it: no screen says that a PIN is missing when only its answer is.
    else setTrouble({ title: texts.notKnown, note: texts.notKnownNote });
  }

  function type(pin: string): void {
    if (first === null && isWeakVoucherPin(pin)) setTrouble({ title: texts.weak, note: texts.weakNote });
    else if (first === null) setFirst(pin);
    else if (first === pin) void set(pin);
    else {
      setFirst(null);
      setTrouble({ title: texts.different, note: texts.differentNote });
    }
  }

  const isRepeated = first !== null;
  return (
    <PinScreen
      band={texts.away}
      lead={personName(ownerName)}
      title={isRepeated ? texts.repeat : texts.choose}
      note={isRepeated ? texts.repeatNote : `${texts.chooseNote} ${texts.stepOne}`}
      trouble={trouble}
      busy={busy}
      spoken={texts.spokenChoose}
      canTurn
      onKey={() => setTrouble(null)}
      onPin={type}
      actions={
        <Button variant="text" disabled={busy} onClick={onWithout}>
          {texts.withoutPin}
        </Button>
      }
    />
  );
}
