import {
  Check,
  ChevronRight,
  CircleX,
  KeyRound,
  Lock,
  ShieldCheck,
  UsersRound,
  Wifi,
  WifiOff,
} from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { Entrance } from '#src/client/form/entrance/entrance.tsx';
import { onceLate } from '#src/client/local/db/in-time.ts';
import type { Operator } from '#src/client/local/db/rows.ts';
import { maxPinAttempts } from '#src/client/local/device/operators.ts';
import { useDeviceFacts, useKnownDevice, useOperators } from '#src/client/local/live/live-device.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { useAuth } from '#src/client/state/session.ts';
import { unlockDevice } from '#src/client/state/unlocked.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { doorTexts as texts } from '#src/client/texts/devices/door-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { Mark } from '#src/client/ui/brand/wordmark.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Loading, Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { digits, keysOf, Pad } from '#src/client/ui/fields/pad.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { pinDigits } from '#src/domain/device/weak-pin.ts';
import styles from './door.module.css';

export interface DoorProps {
  onOpened: () => void;
  /** The password form. */
  entrance: ComponentType<{ unreachable?: string; pin?: ReactNode }>;
}

/** Entrance of a device that has stored something: on an enrolled one the PIN comes before the password. */
export function Door({ onOpened, entrance: Password }: DoorProps) {
  const operators = useOperators()?.filter(mayOpen);
  const device = useKnownDevice();
  // A session that the server ended can only restart with a password.
  const hasEnded = useAuth().error === 'session-ended';
  const isAway = useConnection().link === 'offline';
  const [asksPassword, setAsksPassword] = useState<boolean>();
  const isLate = useLate(operators === undefined || device === undefined);
  if (operators === undefined || device === undefined)
    return isLate ? (
      <Password />
    ) : (
      <Entrance>
        <Loading />
      </Entrance>
    );
  if (device.state !== 'active' || operators.length === 0) return <Password />;
  // A form that a person may be filling in stays, whatever the session, the link or the disk does meanwhile.
  if (asksPassword === undefined && hasEnded && !isAway) setAsksPassword(true);
  if (asksPassword ?? isLate)
    return (
      <Password
        unreachable={texts.unreachable}
        pin={
          <Button variant="secondary" wide icon={KeyRound} onClick={() => setAsksPassword(false)}>
            {texts.pin}
          </Button>
        }
      />
    );
  return (
    <PinDoor
      operators={operators}
      deviceName={device.name}
      onOpened={onOpened}
      onPassword={() => setAsksPassword(true)}
    />
  );
}

/** Returns true once the disk has kept this screen waiting for 8 s. The strip of a slow disk shows then. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    return onceLate((error) => {
      reportDiskFault(error);
      setLate(true);
    });
  }, [isWaiting]);
  return isLate;
}

function mayOpen({ pin, isActive, digits }: Operator): boolean {
  return pin !== null && isActive && digits === undefined;
}

interface PinDoorProps {
  operators: readonly Operator[];
  deviceName: string;
  onOpened: () => void;
  onPassword: () => void;
}

/** Choice of the person, and the PIN: in sequence on a phone, on one page from a tablet on. */
function PinDoor({ operators, deviceName, onOpened, onPassword }: PinDoorProps) {
  const [chosenId, setChosen] = useState<string>();
  const isOne = operators.length === 1;
  const chosen = operators.find(({ id }) => id === chosenId);
  const shown = chosen ?? operators.find((operator) => !isLocked(operator)) ?? operators[0];
  if (shown === undefined) return null;
  return (
    <div className={styles.door}>
      <Cenefa pattern="weave" className={styles.cloth} />
      <DoorHead operator={shown} deviceName={deviceName} />
      <main
        className={`column pad-strip ${styles.main} ${isOne ? '' : styles.several}`}
        data-step={isOne || chosen !== undefined ? 'pin' : 'who'}
      >
        {!isOne && (
          <section className={`column ${styles.people}`}>
            <h1>{texts.who}</h1>
            <ul>
              {operators.map((operator) => (
                <li key={operator.id}>
                  <Person
                    operator={operator}
                    isChosen={operator.id === shown.id}
                    onChoose={() => setChosen(operator.id)}
                  />
                </li>
              ))}
            </ul>
            <button
              type="button"
              className={`plain strong ${styles.link} ${styles.password}`}
              onClick={onPassword}
            >
              {texts.password}
            </button>
          </section>
        )}
        <TypedPin
          key={shown.id}
          operator={shown}
          deviceName={deviceName}
          onChange={isOne ? undefined : () => setChosen(undefined)}
          onOpened={onOpened}
          onPassword={onPassword}
        />
      </main>
    </div>
  );
}

function DoorHead({ operator, deviceName }: { operator: Operator; deviceName: string }) {
  const { link } = useConnection();
  const isAway = link === 'offline';
  return (
    <header className={`row-12 underlined ${styles.head}`}>
      <Mark />
      <p className={`fill ${styles.place}`}>
        <b>{operator.placeName}</b>
        <span>{[deviceName, operator.marketName].filter((name) => name !== '').join(' · ')}</span>
      </p>
      {link !== 'unknown' && (
        <p className={`row strong ${isAway ? styles.away : styles.reach}`}>
          <Icon of={isAway ? WifiOff : Wifi} />
          <span>{isAway ? appTexts.offline : appTexts.online}</span>
        </p>
      )}
    </header>
  );
}

interface PersonProps {
  operator: Operator;
  isChosen: boolean;
  onChoose: () => void;
}

function Person({ operator: { ownerName }, isChosen, onChoose }: PersonProps) {
  return (
    <button
      type="button"
      className={`row-16 strong ${styles.person}`}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span className={styles.letters} aria-hidden>
        {initialsOf(ownerName)}
      </span>
      <span className="fill breaks">{personName(ownerName)}</span>
      <span className={styles.arrow}>
        <Icon of={ChevronRight} />
      </span>
      <span className={styles.tick}>
        <Icon of={Check} />
      </span>
    </button>
  );
}

const deleteKey = 'Backspace';

function isLocked({ attempts, isSuspended }: Operator): boolean {
  return attempts >= maxPinAttempts || isSuspended === true;
}

/** "RQ" of "rosalba quintero" */
function initialsOf(name: string): string {
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
function TypedPin({ operator, deviceName, onChange, onOpened, onPassword }: TypedPinProps) {
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
