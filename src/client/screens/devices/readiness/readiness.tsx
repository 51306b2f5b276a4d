import { Check as Tick, Circle, Printer, RefreshCw, CircleCheck, ScanQrCode } from 'lucide-react';
import { lazy, type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { tryCamera } from '#src/client/device/camera/cameras.ts';
import { devicePrinter } from '#src/client/device/printer/device-printer.ts';
import { askPersistence } from '#src/client/device/storage-health.ts';
import { announce } from '#src/client/device/voice/announce.ts';
import type { DeviceFacts } from '#src/client/local/live/device-facts.ts';
import { usePrinter } from '#src/client/money/printer/use-printer.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { install, useCanInstall } from '#src/client/state/install-offer.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { readyTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { dayText } from '#src/client/texts/written/days.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { JudgedRows } from '#src/client/ui/tables/judged-rows.tsx';
import { type Check, type CheckAction, checksOf, firstFault, faultsOf } from './checks-of.ts';
import { rememberTrial, useSurroundings } from './use-surroundings.ts';

const PrinterSetup = lazy(() =>
  import('#src/client/money/printer/printer-setup.tsx').then((m) => ({ default: m.PrinterSetup })),
);

/**
 * Interval at which faults that resolve automatically are checked, and the time before the person is asked to
 * act, ms.
 */
const mending = { lookMs: 2_000, patienceMs: 60_000 };

interface ReadinessProps {
  actor: Actor;
  facts: DeviceFacts;
  hasPin: boolean;
}

/** "Listo para el mercado": a verdict, and the rows behind it; only the first fault has its action. */
export function Readiness(props: ReadinessProps) {
  const { checks, look, again, hasPrinter } = useChecks(props);
  const [isChoosing, setChoosing] = useState(false);
  const section = useRef<HTMLElement>(null);
  const act = useActs(section, look, () => setChoosing(true));
  if (checks.length === 0) return null;
  const first = firstFault(checks);
  return (
    <section ref={section} className="stack-12" aria-labelledby="listo">
      <header className="page-head">
        <h2 id="listo" tabIndex={-1}>
          {texts.title}
        </h2>
        <Button variant="secondary" icon={RefreshCw} onClick={again}>
          {texts.again}
        </Button>
      </header>
      <Verdict {...props} checks={checks} />
      <Panel>
        <JudgedRows
          rows={checks.map((check) => ({
            ...check,
            isNext: check === first,
            remedy: <Remedy check={check} isFirst={check === first} onAct={act} />,
          }))}
        />
      </Panel>
      {/* The way to the printer, also when its row has nothing to tap; a stall has no row before it chooses one. */}
      {hasPrinter && (
        <Button variant="text" icon={Printer} onClick={() => setChoosing(true)}>
          {texts.ownPrinter}
        </Button>
      )}
      {isChoosing && (
        <Optional>
          <PrinterSetup
            onClose={() => {
              setChoosing(false);
              void look();
            }}
          />
        </Optional>
      )}
    </section>
  );
}

/** The conditions of this device, read again while one mends automatically. */
function useChecks({ actor: { userType }, facts, hasPin }: ReadinessProps) {
  const { seen: around, look } = useSurroundings();
  const { link } = useConnection();
  const canInstall = useCanInstall();
  const printer = usePrinter();
  const [since, setSince] = useState(() => Date.now());
  const isOnline = link === 'online' && (around?.at ?? since) - since < mending.patienceMs;
  const checks =
    around === undefined ? [] : checksOf({ userType, facts, around, hasPin, printer, canInstall, isOnline });
  const isMending = checks.some(({ mends }) => mends === true);
  useEffect(() => {
    void askPrinter();
  }, []);
  useEffect(() => {
    if (!isMending) return undefined;
    const timer = setInterval(() => void look(), mending.lookMs);
    return () => clearInterval(timer);
  }, [isMending, look]);
  const again = (): void => {
    setSince(Date.now());
    void askPrinter();
    void look();
  };
  const hasPrinter = printer.kind !== 'none' || around?.canChoosePrinter === true;
  return { checks, look, again, hasPrinter };
}

/** Actions of the rows. A completed row loses its button, so the focus moves to the next action or the heading. */
function useActs(
  section: RefObject<HTMLElement | null>,
  look: () => Promise<void>,
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
    await ways[action]({ choosePrinter, go: navigate });
    await look();
    setActs((done) => done + 1);
  };
  return (action) => void act(action);
}

interface Hands {
  choosePrinter: () => void;
  go: (path: string) => unknown;
}

const tryPrinter = ({ choosePrinter }: Hands): void => choosePrinter();

/** How each action is done. */
const ways = {
  install,
  enrol() {
    // The form is above the list; the page scrolls to it.
    document.querySelector<HTMLInputElement>('main form input')?.focus();
  },
  protect: askPersistence,
  camera: tryCamera,
  'printer-sheet'() {
    rememberTrial('printer');
    window.print();
  },
  'printer-choose': tryPrinter,
  'printer-test': tryPrinter,
  async 'printer-connect'({ choosePrinter }) {
    await askPrinter();
    // The browser may have forgotten the permission.
    if (devicePrinter().read().kind === 'away') choosePrinter();
  },
  'printer-refilled': askPrinter,
  sound() {
    announce('paid', ({ paid }) => paid(12_500));
    rememberTrial('sound');
  },
  outbox: ({ go }) => go('/dashboard/pendientes'),
} satisfies Record<CheckAction, (hands: Hands) => unknown>;

/** Asks a printer in reach for its paper; the row says what it answered. */
async function askPrinter(): Promise<void> {
  const printer = devicePrinter();
  await printer.look();
  const { kind } = printer.read();
  if (kind === 'ready' || kind === 'no-paper') await printer.check();
}

interface RemedyProps {
  check: Check;
  isFirst: boolean;
  onAct: (action: CheckAction) => void;
}

function Remedy({ check: { action, what, state, mends }, isFirst, onAct }: RemedyProps) {
  if (isFirst && action !== undefined)
    return (
      <Button size="row" aria-label={`${texts.acts[action]}: ${what}`} onClick={() => onAct(action)}>
        {texts.acts[action]}
      </Button>
    );
  const isGood = state === 'good';
  return (
    <span className={isGood ? 'row' : 'row soft'}>
      {mends === true ? <Spinner size={24} /> : <Icon of={isGood ? Tick : Circle} size={24} />}
      <span className="visually-hidden">
        {isGood ? texts.good : mends === true ? texts.mending : texts.missing}
      </span>
    </span>
  );
}

/** Sums the rows up. Everything is good: until when, and the way to the work. */
function Verdict({ actor, facts, checks }: { actor: Actor; facts: DeviceFacts; checks: readonly Check[] }) {
  const navigate = useNavigate();
  const faults = faultsOf(checks);
  if (faults.length > 0) {
    const cannot = checks.some(({ state }) => state === 'bad');
    return (
      <Notice kind="pending">
        {texts.verdictMissing(faults.length)}. {cannot ? texts.verdictCannot : texts.verdictCan}
      </Notice>
    );
  }
  if (checks.some(({ state }) => state !== 'good')) return <Notice kind="info">{texts.mendingNote}</Notice>;
  const isStall = actor.userType === 'ESTANTE';
  return (
    <Panel state="paid" className="panel-body" role="status">
      <p className="row-12 sum">
        <Icon of={CircleCheck} size={40} />
        {texts.verdictGood}
      </p>
      <p className="strong">{isStall ? sellsUntil(facts) : texts.worksAllDay}</p>
      <div>
        <Button
          size="money"
          icon={isStall ? ScanQrCode : undefined}
          onClick={() =>
            void navigate(isStall ? '/dashboard/escanear' : '/dashboard/puntos-de-recarga/create')
          }
        >
          {isStall ? texts.beginToSell : texts.beginToTopUp}
        </Button>
      </div>
    </Panel>
  );
}

/** Returns when the balance list becomes too old to sell with. */
function sellsUntil({ listAsOf, limits }: DeviceFacts): string {
  if (limits === null) return texts.worksAllDay;
  const end = listAsOf + limits.snapshotHours * 3_600_000;
  return texts.sellsUntil(`${dayText(end).toLowerCase()} a las ${timeText(end)}`);
}
