import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { tryCamera } from '#src/client/device/camera/cameras.ts';
import { announce } from '#src/client/device/voice/announce.ts';
import { askPersistence } from '#src/client/device/storage-health.ts';
import type { DeviceFacts } from '#src/client/local/device/device-facts.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { readyTexts as texts } from '#src/client/texts/office/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge, type BadgeKind } from '#src/client/ui/tables/badge.tsx';
import {
  type Check,
  type CheckAction,
  checksOf,
  type PinState,
  type CheckState,
  rememberTrial,
  useSurroundings,
} from './checks-of.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';
import styles from './devices.module.css';

interface ReadinessProps {
  actor: Actor;
  facts: DeviceFacts;
  pin: PinState;
}

/** "Listo para el mercado": one list, one verdict, and for everything that is missing the one thing to do. */
export function Readiness({ actor, facts, pin }: ReadinessProps) {
  const navigate = useNavigate();
  const loadCommands = useCommands();
  const checkSecondCopy = useCallback(
    () => loadCommands().then((commands) => commands.checkSecondCopy()),
    [loadCommands],
  );
  const { seen, look } = useSurroundings(checkSecondCopy);
  const [now, setNow] = useState(() => Date.now());
  if (seen === undefined) return null;
  const checks = checksOf({ userType: actor.userType, facts, around: seen, pin, now });

  async function act(action: CheckAction): Promise<void> {
    if (action === 'protect') await askPersistence();
    if (action === 'camera') await tryCamera();
    if (action === 'printer') {
      rememberTrial('printer');
      window.print();
    }
    if (action === 'sound') {
      announce('paid', ({ paid }) => paid(12_500));
      rememberTrial('sound');
    }
    if (action === 'outbox') void navigate('/dashboard/pendientes');
    setNow(Date.now());
    await look();
  }

  return (
    <section className={styles.readiness} aria-labelledby="listo">
      <header className={listStyles.head}>
        <h2 id="listo">{texts.title}</h2>
        <Button
          variant="secondary"
          icon={RefreshCw}
          onClick={() => void look().then(() => setNow(Date.now()))}
        >
          {texts.again}
        </Button>
      </header>
      <Panel className={styles.checks}>
        <ul>
          {checks.map((check) => (
            <CheckRow key={check.id} check={check} onAct={(action) => void act(action)} />
          ))}
        </ul>
      </Panel>
      <Verdict checks={checks} onBegin={() => void navigate(beginAt(actor))} />
    </section>
  );
}

const badges: Record<CheckState, { kind: BadgeKind; text: string; row: string | undefined }> = {
  good: { kind: 'paid', text: texts.good, row: undefined },
  missing: { kind: 'warning', text: texts.missing, row: styles.lacking },
  bad: { kind: 'refused', text: texts.bad, row: styles.failing },
};

const actionTexts: Record<CheckAction, string> = {
  protect: texts.protect,
  camera: texts.tryIt,
  printer: texts.tryIt,
  sound: texts.tryIt,
  outbox: texts.outbox,
};

function CheckRow({ check, onAct }: { check: Check; onAct: (action: CheckAction) => void }) {
  const { kind, text, row } = badges[check.state];
  const { action } = check;
  return (
    <li className={[styles.check, row].filter(Boolean).join(' ')}>
      <Icon of={check.icon} size={28} />
      <div>
        <p className={styles.checkName}>{check.name}</p>
        <p className={styles.checkNote}>{check.note}</p>
      </div>
      {action !== undefined && (
        <div className={styles.checkAction}>
          <Button
            size="row"
            aria-label={`${actionTexts[action]}: ${check.name}`}
            onClick={() => onAct(action)}
          >
            {actionTexts[action]}
          </Button>
        </div>
      )}
      <div className={styles.checkState}>
        <Badge kind={kind}>{text}</Badge>
      </div>
    </li>
  );
}

function Verdict({ checks, onBegin }: { checks: readonly Check[]; onBegin: () => void }) {
  const lacking = checks.filter(({ state }) => state !== 'good');
  const isReady = lacking.length === 0;
  const isBad = lacking.some(({ state }) => state === 'bad');
  return (
    <div className={isReady ? `${styles.verdict} ${styles.ready}` : styles.verdict} role="status">
      <Icon of={isReady ? CircleCheck : TriangleAlert} size={56} />
      <div>
        <p className={styles.verdictTitle}>
          {isReady ? texts.verdictGood : texts.verdictMissing(lacking.length)}
        </p>
        <p>
          {isReady ? texts.verdictGoodNote(checks.length) : isBad ? texts.verdictCannot : texts.verdictCan}
        </p>
      </div>
      {isReady && (
        <Button variant="on-paid" size="money" onClick={onBegin}>
          {texts.begin}
        </Button>
      )}
    </div>
  );
}

function beginAt({ userType }: Actor): string {
  return userType === 'ESTANTE' ? '/dashboard/escanear' : '/dashboard/puntos-de-recarga/create';
}
