import { ChevronRight, type LucideIcon, TabletSmartphone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { useIsBlank } from '#src/client/local/live/live.ts';
import { homeTexts } from '#src/client/texts/home-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './home-actions.module.css';

interface HomeActionProps {
  to: string;
  icon: LucideIcon;
  note: string;
  /** The main action of a role; the others are marked as waiting. */
  isMain?: boolean;
  /** Names what opens, in place of the arrow. */
  go?: string;
  children: string;
}

export function HomeAction({ to, icon, note, isMain = false, go, children }: HomeActionProps) {
  return (
    <Link to={to} className={`row-16 pad-row ${styles.action} ${isMain ? styles.main : styles.waiting}`}>
      <Icon of={icon} size={isMain ? 40 : 28} />
      <span className={styles.words}>
        <strong className={isMain ? 'sum' : undefined}>{children}</strong>
        {note}
      </span>
      {go === undefined ? (
        <Icon of={ChevronRight} size={28} />
      ) : (
        <span className={`strong end ${styles.go}`}>{go}</span>
      )}
    </Link>
  );
}

/** Shown after signing in on a device that is not enrolled: what enrolment allows, and where. */
export function EnrolHint() {
  const isBlank = useIsBlank() === true;
  const state = useDeviceFacts()?.state ?? (isBlank ? 'none' : undefined);
  if (state !== 'none') return null;
  return (
    <HomeAction to="/dashboard/dispositivos" icon={TabletSmartphone} note={homeTexts.enrolNote}>
      {homeTexts.enrol}
    </HomeAction>
  );
}
