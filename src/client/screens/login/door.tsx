import { Check, ChevronRight, KeyRound, Wifi, WifiOff } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Entrance } from '#src/client/form/entrance/entrance.tsx';
import { whenLate } from '#src/client/local/db/in-time.ts';
import type { Operator } from '#src/client/local/db/rows.ts';
import { useDeviceFacts, useOperators } from '#src/client/local/live/live-device.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { useAuth } from '#src/client/state/session.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { doorTexts as texts } from '#src/client/texts/devices/door-texts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { Mark } from '#src/client/ui/brand/wordmark.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { initialsOf, isLocked, TypedPin } from './typed-pin.tsx';
import styles from './door.module.css';

export interface DoorProps {
  onOpened: () => void;
  /** The password form. */
  entrance: ComponentType<{ unreachable?: string; pin?: ReactNode }>;
}

/** Entrance of a device that has stored something: on an enrolled one the PIN comes before the password. */
export function Door({ onOpened, entrance: Password }: DoorProps) {
  const operators = useOperators()?.filter(mayOpen);
  const device = useDeviceFacts();
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
  // A form that a person may be filling in stays when the disk answers after all.
  if (asksPassword ?? (isLate || (hasEnded && !isAway)))
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
    let stop = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      stop = resolve;
    });
    void whenLate(answered, (error) => {
      reportDiskFault(error);
      setLate(true);
    });
    return stop;
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
        className={
          isOne ? `column pad-strip ${styles.main}` : `column pad-strip ${styles.main} ${styles.several}`
        }
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
        <p className={isAway ? `row strong ${styles.reach} ${styles.away}` : `row strong ${styles.reach}`}>
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
