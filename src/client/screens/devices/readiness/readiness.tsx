import { Check as Tick, Circle, Printer, RefreshCw } from 'lucide-react';
import { type RefObject, lazy, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { tryCamera } from '#src/client/device/camera/cameras.ts';
import { devicePrinter } from '#src/client/device/printer/device-printer.ts';
import { askPersistence } from '#src/client/device/storage-health.ts';
import { announce } from '#src/client/device/voice/announce.ts';
import type { DeviceFacts } from '#src/client/local/live/device-facts.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { usePrinter } from '#src/client/shared/printer/use-printer.ts';
import { Optional } from '#src/client/shared/problem/crash-guard.tsx';
import { useConnection } from '#src/client/state/connection.ts';
import { install, useCanInstall } from '#src/client/state/install-offer.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { readyTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { type Check, type CheckAction, checksOf, faultsOf, firstFault } from './checks-of.ts';
import { rememberTrial, useSurroundings } from './use-surroundings.ts';
import { actionTexts, ReadinessVerdict } from './verdict.tsx';
import listStyles from '#src/client/shared/lists/lists.module.css';
import styles from './readiness.module.css';

const PrinterSetup = lazy(() =>
  import('#src/client/shared/printer/printer-setup.tsx').then((m) => ({ default: m.PrinterSetup })),
);

interface ReadinessProps {
  actor: Actor;
  facts: DeviceFacts;
  hasPin: boolean;
}

/**
 * Interval at which faults that resolve automatically are checked, and the time before the person is asked to
 * act, ms.
 */
const mending = { lookMs: 2_000, patienceMs: 60_000 };

/** "Listo para el mercado": only the first fault is coloured and has its action; one verdict sums up. */
export function Readiness({ actor, facts, hasPin }: ReadinessProps) {
  const loadCommands = useCommands();
  const checkSecondCopy = useCallback(
    () => loadCommands().then((commands) => commands.checkSecondCopy()),
    [loadCommands],
  );
  const { seen, look } = useSurroundings(checkSecondCopy);
  const { link } = useConnection();
  const canInstall = useCanInstall();
  const printer = usePrinter();
  const [isChoosing, setChoosing] = useState(false);
  usePrinterAsked();
  const [now, setNow] = useState(() => Date.now());
  const [since, setSince] = useState(now);
  const checks =
    seen === undefined
      ? []
      : checksOf({
          userType: actor.userType,
          facts,
          around: seen,
          hasPin,
          printer,
          canInstall,
          now,
          isOnline: link === 'online' && now - since < mending.patienceMs,
        });
  const isMending = checks.some(({ mends }) => mends === true);
  const lookAgain = useCallback(async () => {
    await look();
    setNow(Date.now());
  }, [look]);
  useMending(isMending, lookAgain);
  const section = useRef<HTMLElement>(null);
  const act = useActs(lookAgain, section, () => setChoosing(true));
  if (seen === undefined) return null;

  const first = firstFault(checks);
  const isReady = !isMending && faultsOf(checks).length === 0;
  return (
    <section ref={section} className={styles.readiness} aria-labelledby="listo">
      <ReadinessHead
        isReady={isReady}
        onAgain={() => {
          setSince(Date.now());
          void askPrinter();
          void lookAgain();
        }}
      />
      {!isReady && (
        <Panel className={styles.checks}>
          <ul>
            {checks.map((check) => (
              <CheckRow key={check.id} check={check} isFirst={check === first} onAct={act} />
            ))}
          </ul>
        </Panel>
      )}
      <ReadinessVerdict actor={actor} facts={facts} checks={checks} onAct={act} />
      <OwnPrinter
        isOffered={printer.kind !== 'none' || seen.canChoosePrinter}
        isOpen={isChoosing}
        onOpen={() => setChoosing(true)}
        onClose={() => {
          setChoosing(false);
          void lookAgain();
        }}
      />
    </section>
  );
}

/** Looks again while a row mends automatically. */
function useMending(isMending: boolean, lookAgain: () => Promise<void>): void {
  useEffect(() => {
    if (!isMending) return undefined;
    const timer = setInterval(() => void lookAgain(), mending.lookMs);
    return () => clearInterval(timer);
  }, [isMending, lookAgain]);
}

function ReadinessHead({ isReady, onAgain }: { isReady: boolean; onAgain: () => void }) {
  return (
    <header className={listStyles.head}>
      <h2 id="listo" tabIndex={-1}>
        {texts.title}
      </h2>
      {!isReady && (
        <Button variant="secondary" icon={RefreshCw} onClick={onAgain}>
          {texts.again}
        </Button>
      )}
    </header>
  );
}

function usePrinterAsked(): void {
  useEffect(() => {
    void askPrinter();
  }, []);
}

interface OwnPrinterProps {
  isOffered: boolean;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The way to the printer, also when its row has nothing to tap; a stall has no row before it chooses one. */
function OwnPrinter({ isOffered, isOpen, onOpen, onClose }: OwnPrinterProps) {
  return (
    <>
      {isOffered && (
        <Button variant="text" icon={Printer} onClick={onOpen}>
          {texts.ownPrinter}
        </Button>
      )}
      {isOpen && (
        <Optional>
          <PrinterSetup onClose={onClose} />
        </Optional>
      )}
    </>
  );
}

/** Actions of the rows. A completed row loses its button, so the focus moves to the next action or the heading. */
function useActs(
  lookAgain: () => Promise<void>,
  section: RefObject<HTMLElement | null>,
  choosePrinter: () => void,
): (action: CheckAction) => void {
  const navigate = useNavigate();
  const [acts, setActs] = useState(0);
  useEffect(() => {
    if (acts === 0 || document.activeElement !== document.body) return;
    const find = (what: string) => section.current?.querySelector<HTMLElement>(what);
    (find('li button') ?? find('h2'))?.focus();
  }, [acts, section]);
  const act = async (action: CheckAction): Promise<void> => {
    if (action === 'outbox') await navigate('/dashboard/pendientes');
    // The form is above the list; the page scrolls to it.
    if (action === 'enrol') document.querySelector<HTMLInputElement>('main form input')?.focus();
    if (action === 'install') await install();
    if (action === 'protect') await askPersistence();
    if (action === 'camera') await tryCamera();
    if (action === 'printer-choose' || action === 'printer-test') choosePrinter();
    // The browser may have forgotten the permission.
    if (action === 'printer-connect' && !(await isBack())) choosePrinter();
    if (action === 'printer-refilled') await askPrinter();
    if (action === 'printer-sheet') {
      rememberTrial('printer');
      window.print();
    }
    if (action === 'sound') {
      announce('paid', ({ paid }) => paid(12_500));
      rememberTrial('sound');
    }
    await lookAgain();
    setActs((done) => done + 1);
  };
  return (action) => void act(action);
}

/** Asks a printer in reach for its paper; the row says what it answered. */
async function askPrinter(): Promise<void> {
  const printer = devicePrinter();
  await printer.look();
  const { kind } = printer.read();
  if (kind === 'ready' || kind === 'no-paper') await printer.check();
}

async function isBack(): Promise<boolean> {
  await askPrinter();
  return devicePrinter().read().kind !== 'away';
}

interface CheckRowProps {
  check: Check;
  isFirst: boolean;
  onAct: (action: CheckAction) => void;
}

function CheckRow({ check, isFirst, onAct }: CheckRowProps) {
  const { action } = check;
  return (
    <li className={isFirst ? `${styles.check} ${styles.first}` : styles.check}>
      <Icon of={check.icon} size={28} />
      <div>
        <p className="strong">{check.name}</p>
        <p className="soft">{check.note}</p>
      </div>
      {isFirst && action !== undefined ? (
        <Button size="row" aria-label={`${actionTexts[action]}: ${check.name}`} onClick={() => onAct(action)}>
          {actionTexts[action]}
        </Button>
      ) : (
        <StateSign check={check} />
      )}
    </li>
  );
}

function StateSign({ check }: { check: Check }) {
  const isGood = check.state === 'good';
  const word = isGood ? texts.good : check.mends === true ? texts.mending : texts.missing;
  return (
    <span className={isGood ? styles.sign : `${styles.sign} ${styles.open}`}>
      {check.mends === true ? <Spinner size={24} /> : <Icon of={isGood ? Tick : Circle} size={24} />}
      <span className="visually-hidden">{word}</span>
    </span>
  );
}
