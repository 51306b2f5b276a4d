import { Check as Tick, CircleCheck, ScanQrCode, TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { DeviceFacts } from '#src/client/local/live/device-facts.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { dayText } from '#src/client/shared/days.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { readyTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { printerCheckTexts } from '#src/client/texts/vouchers/printer-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { type Check, type CheckAction, faultsOf, firstFault } from './checks-of.ts';
import styles from './readiness.module.css';

export const actionTexts: Record<CheckAction, string> = {
  install: texts.install,
  enrol: texts.enrol,
  protect: texts.protect,
  camera: texts.tryIt,
  'printer-sheet': texts.tryIt,
  'printer-choose': printerCheckTexts.choose,
  'printer-test': printerCheckTexts.test,
  'printer-connect': printerCheckTexts.connect,
  'printer-refilled': printerCheckTexts.refilled,
  sound: texts.tryIt,
  outbox: texts.outbox,
};

interface VerdictProps {
  actor: Actor;
  facts: DeviceFacts;
  checks: readonly Check[];
  onAct: (action: CheckAction) => void;
}

/** One sentence under the list with its first action; none while the device fixes itself. */
export function ReadinessVerdict({ actor, facts, checks, onAct }: VerdictProps) {
  const faults = faultsOf(checks);
  if (faults.length === 0 && checks.every(({ state }) => state === 'good'))
    return <Ready actor={actor} facts={facts} checks={checks} />;
  if (faults.length === 0)
    return (
      <div className={styles.verdict} role="status">
        <Spinner size={40} />
        <div>
          <p className={styles.verdictTitle}>{texts.mending}</p>
          <p>{texts.mendingNote}</p>
        </div>
      </div>
    );
  const first = firstFault(checks);
  const action = first?.action;
  const cannot = checks.some(({ state }) => state === 'bad');
  return (
    <div className={`${styles.verdict} ${styles.faulty}`}>
      <Icon of={TriangleAlert} size={40} />
      <div role="status">
        <p className={styles.verdictTitle}>{texts.verdictMissing(faults.length)}</p>
        <p>{cannot ? texts.verdictCannot : texts.verdictCan}</p>
      </div>
      {first !== undefined && action !== undefined && (
        <Button size="money" icon={first.icon} onClick={() => onAct(action)}>
          {texts.first[action]}
        </Button>
      )}
    </div>
  );
}

function Ready({ actor, facts, checks }: Omit<VerdictProps, 'onAct'>) {
  const navigate = useNavigate();
  const isStall = actor.userType === 'ESTANTE';
  return (
    <div className={styles.ready} role="status">
      <Icon of={CircleCheck} size={72} />
      <p className={styles.readyTitle}>{texts.verdictGood}</p>
      <p className={styles.readyNote}>{isStall ? sellsUntil(facts) : texts.worksAllDay}</p>
      <ul className={styles.readyList}>
        {checks.map(({ id, icon, name }) => (
          <li key={id}>
            <Icon of={icon} size={24} />
            <span>{name}</span>
            <Icon of={Tick} size={24} />
          </li>
        ))}
      </ul>
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
