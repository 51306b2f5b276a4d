import { Check as Tick, CircleCheck, ScanQrCode, TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { DeviceFacts } from '#src/client/local/live/device-facts.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { readyTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { dayText } from '#src/client/texts/written/days.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { JudgedRows } from '#src/client/ui/tables/judged-rows.tsx';
import { type Check, type CheckAction, faultsOf, firstFault } from './checks-of.ts';
import styles from './readiness.module.css';

interface VerdictProps {
  checks: readonly Check[];
  onAct: (action: CheckAction) => void;
}

/** One sentence under the list with its first action; none while the device fixes itself. */
export function Verdict({ checks, onAct }: VerdictProps) {
  const first = firstFault(checks);
  const action = first?.action;
  const cannot = checks.some(({ state }) => state === 'bad');
  const [title, note] =
    first === undefined
      ? [texts.mending, texts.mendingNote]
      : [texts.verdictMissing(faultsOf(checks).length), cannot ? texts.verdictCannot : texts.verdictCan];
  return (
    <div className={first === undefined ? styles.verdict : `${styles.verdict} ${styles.faulty}`}>
      {first === undefined ? <Spinner size={40} /> : <Icon of={TriangleAlert} size={40} />}
      <div role="status">
        <p className={styles.verdictTitle}>{title}</p>
        <p>{note}</p>
      </div>
      {action !== undefined && (
        <Button size="money" icon={first?.icon} onClick={() => onAct(action)}>
          {texts.acts[action][1]}
        </Button>
      )}
    </div>
  );
}

interface ReadyProps {
  actor: Actor;
  facts: DeviceFacts;
  checks: readonly Check[];
}

/** Everything is good: until when, and the way to the work. */
export function Ready({ actor, facts, checks }: ReadyProps) {
  const navigate = useNavigate();
  const isStall = actor.userType === 'ESTANTE';
  return (
    <div className={styles.ready} role="status">
      <Icon of={CircleCheck} size={72} />
      <p className={styles.readyTitle}>{texts.verdictGood}</p>
      <p className={styles.readyNote}>{isStall ? sellsUntil(facts) : texts.worksAllDay}</p>
      <JudgedRows
        rows={checks.map(({ id, icon, what }) => ({ id, icon, what, remedy: <Icon of={Tick} /> }))}
      />
      <Button
        variant="on-paid"
        size="money"
        icon={isStall ? ScanQrCode : undefined}
        onClick={() => void navigate(isStall ? '/dashboard/escanear' : '/dashboard/puntos-de-recarga/create')}
      >
        {isStall ? texts.beginToSell : texts.beginToTopUp}
      </Button>
    </div>
  );
}

/** Returns when the balance list becomes too old to sell with. */
function sellsUntil({ listAsOf, limits }: DeviceFacts): string {
  if (limits === null) return texts.worksAllDay;
  const end = listAsOf + limits.snapshotHours * 3_600_000;
  return texts.sellsUntil(`${dayText(end).toLowerCase()} a las ${timeText(end)}`);
}
