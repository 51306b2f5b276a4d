import { CircleX, Lock, ShieldCheck, UsersRound } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCommands } from '#src/client/commands/use-commands.ts';
import type { Operator } from '#src/client/local/db/rows.ts';
import { maxPinAttempts } from '#src/client/local/device/operators.ts';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { unlockDevice } from '#src/client/state/unlocked.ts';
import { doorTexts as texts } from '#src/client/texts/devices/door-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { digits, keysOf, Pad } from '#src/client/ui/fields/pad.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { pinDigits } from '#src/domain/device/weak-pin.ts';
import styles from './door.module.css';

const deleteKey = 'Backspace';

export function isLocked({ attempts, isSuspended }: Operator): boolean {
  return attempts >= maxPinAttempts || isSuspended === true;
}

/** "RQ" of "rosalba quintero" */
export function initialsOf(name: string): string {
  const [first = '', second = ''] = personName(name).split(' ').filter(Boolean);
  return (first.charAt(0) + second.charAt(0)).toUpperCase();
}

interface TypedPinProps {
  operator: Operator;
  deviceName: string;
  /** Switches to another person; absent when there is none. */
  onChange: (() => void) | undefined;
  onOpened: () => void;
  onPassword: () => void;
}

/** Six dots and the keypad; the sixth digit submits. The digits are never displayed nor read out. */
export function TypedPin({ operator, deviceName, onChange, onOpened, onPassword }: TypedPinProps) {
  const { count, isBusy, isShut, trouble, press } = usePin(operator, onOpened);
  const pad = useRef<HTMLElement>(null);
  useTypedKeys((key) => {
    // Hidden while a person still has to be chosen.
    if (pad.current !== null && pad.current.offsetParent !== null) press(key);
  });
  // An attempt is counted before it is checked, so the last one may still succeed.
  if (isShut && !isBusy) return <PinLocked operator={operator} onOther={onChange} onPassword={onPassword} />;
  const isWrong = trouble !== '' && count === 0;
  const filled = isWrong ? pinDigits : count;
  return (
    <section ref={pad} className={`column ${styles.entry}`} data-wrong={isWrong || undefined}>
      <div className={styles.ask}>
        <div className={`row-12 ${styles.who}`}>
          <span className={`strong ${styles.letters}`} aria-hidden>
            {initialsOf(operator.ownerName)}
          </span>
          <p>
            <b>{personName(operator.ownerName)}</b>
            <span className={styles.device}>{deviceName}</span>
          </p>
          {onChange !== undefined && (
            <button type="button" className={`plain strong ${styles.link}`} onClick={onChange}>
              {texts.change}
            </button>
          )}
        </div>
        <h1>{texts.type}</h1>
        <p className={styles.dots} role="status">
          <span className="visually-hidden">{texts.typed(count, pinDigits)}</span>
          {Array.from({ length: pinDigits }, (_, place) => (
            <span key={place} className={styles.dot} data-filled={place < filled || undefined} aria-hidden />
          ))}
        </p>
        <p className={`row strong ${styles.word}`} role="alert">
          {isWrong && (
            <>
              <Icon of={CircleX} size={22} />
              {trouble}
            </>
          )}
        </p>
        {isBusy && (
          <p className={`row strong ${styles.opening}`} role="status">
            <Spinner />
            {texts.opening}
          </p>
        )}
      </div>
      <Pad tall label={texts.pad} keys={keysOf('number')} onKey={press} onDelete={() => press(deleteKey)} />
      <button type="button" className={`plain strong ${styles.link} ${styles.password}`} onClick={onPassword}>
        {texts.password}
      </button>
    </section>
  );
}

function usePin(operator: Operator, onOpened: () => void) {
  const loadCommands = useCommands();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  // The database reports it too, a moment later.
  const [hasLocked, setLocked] = useState(false);
  const isShut = hasLocked || isLocked(operator);

  async function check(pin: string): Promise<void> {
    setBusy(true);
    const result = await (await loadCommands()).tryPin(operator.id, pin);
    if (result.kind === 'right') {
      unlockDevice({ id: operator.id, userType: operator.userType });
      onOpened();
      return;
    }
    setTyped('');
    setBusy(false);
    if (result.kind === 'locked' || (result.kind === 'wrong' && result.left === 0)) setLocked(true);
    else setTrouble(result.kind === 'wrong' ? texts.wrong(result.left) : texts.nobody);
  }

  function press(key: string): void {
    if (isBusy || isShut) return;
    setTrouble('');
    const next = key === deleteKey ? typed.slice(0, -1) : typed + key;
    setTyped(next);
    if (next.length === pinDigits)
      check(next).catch(() => {
        setTyped('');
        setBusy(false);
        setTrouble(texts.failed);
      });
  }

  return { count: typed.length, isBusy, isShut, trouble, press };
}

/** Digits typed on a keyboard, wherever the focus is. */
function useTypedKeys(onKey: (key: string) => void): void {
  const type = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if ([...digits, deleteKey].includes(event.key)) onKey(event.key);
  });
  useEffect(() => {
    addEventListener('keydown', type);
    return () => removeEventListener('keydown', type);
  }, []);
}

interface PinLockedProps {
  operator: Operator;
  /** Absent when there is no other person. */
  onOther: (() => void) | undefined;
  onPassword: () => void;
}

/** No attempts left: the sales are still stored, and who or what unlocks the device. */
function PinLocked({ operator: { userType, isSuspended }, onOther, onPassword }: PinLockedProps) {
  const device = useDeviceFacts();
  const kept = userType === 'ESTANTE' ? texts.keptPurchases : texts.keptAll;
  return (
    <section className={`column ${styles.locked}`}>
      <div className={styles.what}>
        <span className={styles.sign}>
          <Icon of={Lock} size={40} />
        </span>
        <h1 ref={focusOnMount} tabIndex={-1}>
          {texts.locked}
        </h1>
        {isSuspended !== true && (
          <p>
            <b>{texts.lockedWhy}</b>
          </p>
        )}
        <p className={styles.note}>{texts.lockedNote}</p>
      </div>
      {device !== undefined && device.openCount > 0 && (
        <p className={`row-12 pad-strip strong ${styles.kept}`}>
          <Icon of={ShieldCheck} />
          {kept(device.openCount, amountText(device.openSum))}
        </p>
      )}
      <Button variant={onOther ? 'secondary' : 'primary'} wide onClick={onPassword}>
        {texts.password}
      </Button>
      {onOther !== undefined && (
        <Button wide icon={UsersRound} onClick={onOther}>
          {texts.other}
        </Button>
      )}
    </section>
  );
}
