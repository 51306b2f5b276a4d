import { CircleX, Delete, Hand, RotateCw, Volume2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { pinTexts as texts } from '#src/client/texts/vouchers/pin-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import { voucherPinDigits } from '#src/domain/voucher/voucher-pin.ts';
import styles from './pin-screen.module.css';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'Backspace'] as const;
type PinKey = (typeof keys)[number];

interface PinScreenProps {
  /** Tells the person at the till that the customer types now; absent on the customer's own phone. */
  band?: string;
  /** who pays where, or for whom it is */
  lead?: ReactNode;
  amount?: string;
  title: string;
  note: string;
  /** why it is asked again; the next key clears it */
  trouble: { title: string; note: string } | null;
  busy: boolean;
  /** read aloud on request; no digit is ever spoken */
  spoken: string;
  /** the tablet lies on the counter: the page can be turned to the customer */
  canTurn?: boolean;
  onKey: () => void;
  /** four digits; the pad is empty again */
  onPin: (pin: string) => void;
  /** the ways out */
  actions: ReactNode;
}

/**
 * Four circles and a pad on a whole screen. The digits are in this component's memory alone: not in a field that a browser fills in or
 * keeps, not in the page, and gone once the fourth is typed.
 */
export function PinScreen(props: PinScreenProps) {
  const { band, lead, amount, title, note, trouble, busy, spoken, canTurn = false, actions } = props;
  const { count, press } = usePin(props);
  const [isTurned, setTurned] = useState(false);
  const isWrong = trouble !== null && count === 0 && !busy;
  const filled = isWrong || busy ? voucherPinDigits : count;
  return (
    <section ref={wholeScreen} className={styles.screen} data-turned={isTurned || undefined}>
      {band !== undefined && (
        <p className={styles.band}>
          <Icon of={Hand} size={28} />
          {band}
        </p>
      )}
      <div className={styles.entry} data-wrong={isWrong || undefined}>
        <div className={styles.ask}>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
          {amount !== undefined && <p className={styles.amount}>{amount}</p>}
          <h1 ref={focusOnMount} tabIndex={-1}>
            {isWrong ? trouble.title : title}
          </h1>
          <p className={styles.dots} role="status">
            <span className="visually-hidden">{texts.typed(count, voucherPinDigits)}</span>
            {Array.from({ length: voucherPinDigits }, (_, place) => (
              <span
                key={place}
                className={styles.dot}
                data-filled={place < filled || undefined}
                aria-hidden
              />
            ))}
          </p>
          <div className={styles.word} role="alert">
            {isWrong && (
              <p className={styles.trouble}>
                <Icon of={CircleX} size={22} />
                {trouble.note}
              </p>
            )}
          </div>
          {!isWrong && (
            <p className={styles.note} role={busy ? 'status' : undefined}>
              {busy ? (
                <>
                  <Spinner /> {texts.checking}
                </>
              ) : (
                note
              )}
            </p>
          )}
        </div>
        <Pad busy={busy} onPress={press} />
        <div className={styles.actions}>
          {canTurn && (
            <Button variant="secondary" icon={RotateCw} onClick={() => setTurned(!isTurned)}>
              {texts.turn}
            </Button>
          )}
          <Listen text={spoken} />
          {actions}
        </div>
      </div>
    </section>
  );
}

function usePin({ busy, onKey, onPin }: Pick<PinScreenProps, 'busy' | 'onKey' | 'onPin'>) {
  const [digits, setDigits] = useState('');
  function press(key: PinKey): void {
    if (busy) return;
    onKey();
    const next = key === 'Backspace' ? digits.slice(0, -1) : digits + key;
    setDigits(next.length < voucherPinDigits ? next : '');
    if (next.length === voucherPinDigits) onPin(next);
  }
  const type = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = keys.find((known) => known === event.key);
    if (key !== undefined) press(key);
  });
  useEffect(() => {
    addEventListener('keydown', type);
    return () => removeEventListener('keydown', type);
  }, []);
  return { count: digits.length, press };
}

function Pad({ busy, onPress }: { busy: boolean; onPress: (key: PinKey) => void }) {
  return (
    <div className={styles.keys} role="group" aria-label={texts.pad}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className={styles.key}
          aria-label={key === 'Backspace' ? texts.delete : undefined}
          aria-disabled={busy || undefined}
          onClick={() => onPress(key)}
        >
          {key === 'Backspace' ? <Icon of={Delete} size={32} /> : key}
        </button>
      ))}
    </div>
  );
}

/** The device's own voice; where it has none in Spanish the button is not there. */
function Listen({ text }: { text: string }) {
  const voice = useSpanishVoice();
  useEffect(() => {
    return () => globalThis.speechSynthesis?.cancel();
  }, []);
  if (voice === null) return null;
  const say = () => {
    speechSynthesis.cancel();
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.voice = voice;
    spoken.lang = voice.lang;
    speechSynthesis.speak(spoken);
  };
  return (
    <Button variant="secondary" icon={Volume2} onClick={say}>
      {texts.listen}
    </Button>
  );
}

function useSpanishVoice(): SpeechSynthesisVoice | null {
  const [voice, setVoice] = useState(findVoice);
  useEffect(() => {
    const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined;
    const look = () => setVoice(findVoice());
    speech?.addEventListener('voiceschanged', look);
    return () => speech?.removeEventListener('voiceschanged', look);
  }, []);
  return voice;
}

function findVoice(): SpeechSynthesisVoice | null {
  const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined;
  return speech?.getVoices().find(({ lang }) => lang.startsWith('es')) ?? null;
}
