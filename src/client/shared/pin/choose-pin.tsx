import { KeyRound, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { operationTimeoutMs } from '#src/client/api/send-request.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { personName } from '#src/client/shared/names.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { pinTexts as texts } from '#src/client/texts/vouchers/pin-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import type { VoucherId } from '#src/contract/brands.ts';
import { voucherCalls } from '#src/contract/vouchers/calls.ts';
import { isWeakVoucherPin } from '#src/domain/voucher/pin-choice.ts';
import { PinScreen } from './pin-screen.tsx';
import styles from './choose-pin.module.css';

/** `free`: largest sum without the PIN, once it is set. Settled without one, the voucher has no PIN, as far as is known. */
export type PinSetting = { isSettled: boolean; free?: number };

type Trouble = { title: string; note: string };

interface ChoosePinProps {
  voucherId: VoucherId;
  ownerName: string;
  /** Typed by the customer before the top-up: set at once; empty for none. */
  chosen: string;
  onSettled: (setting: PinSetting) => void;
}

/** Sets the chosen PIN of a voucher that has just been issued, or offers one; afterwards it is what the PIN protects. */
export function ChoosePin({ voucherId, ownerName, chosen, onSettled }: ChoosePinProps) {
  const [isOpen, setOpen] = useState(false);
  const [free, setFree] = useState<number | null>(null);
  const { busy, trouble, set, clear } = usePinCall(voucherId, (setting) => {
    onSettled(setting);
    if (setting.free === undefined) return;
    setFree(setting.free);
    setOpen(false);
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (chosen === '' || isSent.current) return;
    isSent.current = true;
    void set(chosen);
  });
  if (free !== null)
    return (
      <p className={styles.saved} role="status">
        <Icon of={ShieldCheck} size={24} />
        <span>
          <b>{texts.saved}</b> {texts.savedNote(amountText(free))}
        </span>
      </p>
    );
  if (busy && !isOpen)
    return (
      <p className={styles.offer} role="status">
        <Spinner size={20} /> {texts.setting}
      </p>
    );
  return (
    <>
      {trouble !== null && !isOpen && (
        <Notice kind="pending">
          <b>{trouble.title}.</b> {trouble.note}
        </Notice>
      )}
      <div className={styles.offer}>
        <Button variant="secondary" icon={KeyRound} onClick={() => setOpen(true)}>
          {texts.offer}
        </Button>
        <span>{texts.offerPlain}</span>
      </div>
      {isOpen && (
        <Overlay label={texts.choose} look="bare" onClose={() => setOpen(false)}>
          <ChoosePinScreen
            ownerName={ownerName}
            busy={busy}
            trouble={trouble}
            onKey={clear}
            onChosen={(pin) => void set(pin)}
            onWithout={() => setOpen(false)}
          />
        </Overlay>
      )}
    </>
  );
}

/** Sets a voucher's PIN. */
function usePinCall(voucherId: VoucherId, onSettled: (setting: PinSetting) => void) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  async function set(pin: string): Promise<void> {
    setBusy(true);
    setTrouble(null);
    const body = { codeQrUuid: voucherId, pin };
    const outcome = await callServer(voucherCalls.choosePin, { body, timeoutMs: operationTimeoutMs });
    setBusy(false);
    onSettled({ isSettled: true, ...(outcome.kind === 'ok' ? { free: outcome.data.free } : {}) });
    if (outcome.kind === 'refused') setTrouble({ title: texts.notSet, note: failureText(outcome) });
    // The server may have it: no screen says that a PIN is missing when only its answer is.
    else if (outcome.kind !== 'ok') setTrouble({ title: texts.notKnown, note: texts.notKnownNote });
  }

  return { busy, trouble, set, clear: () => setTrouble(null) };
}

interface ChoosePinScreenProps {
  ownerName: string;
  /** Both times the same. */
  onChosen: (pin: string) => void;
  onWithout: () => void;
  busy?: boolean;
  trouble?: Trouble | null;
  onKey?: () => void;
}

/** Chosen, then repeated; what was typed first is in memory alone until both are the same. */
export function ChoosePinScreen(props: ChoosePinScreenProps) {
  const { ownerName, onChosen, onWithout, busy = false, trouble: failure = null, onKey } = props;
  const [first, setFirst] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  function type(pin: string): void {
    if (first === null && isWeakVoucherPin(pin)) setTrouble({ title: texts.weak, note: texts.weakNote });
    else if (first === null) setFirst(pin);
    else if (first === pin) {
      setFirst(null);
      onChosen(pin);
    } else {
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
      trouble={trouble ?? failure}
      busy={busy}
      spoken={texts.spokenChoose}
      canTurn
      onKey={() => {
        setTrouble(null);
        onKey?.();
      }}
      onPin={type}
      actions={
        <Button variant="text" disabled={busy} onClick={onWithout}>
          {texts.withoutPin}
        </Button>
      }
    />
  );
}
