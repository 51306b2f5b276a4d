import { ChevronRight, type LucideIcon, TabletSmartphone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { useIsBlank } from '#src/client/local/live/live.ts';
import { homeTexts } from '#src/client/texts/home-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './home-actions.module.css';

interface MainActionProps {
  to: string;
  icon: LucideIcon;
  note: string;
  children: string;
}

/** The main action of a role. */
export function MainAction({ to, icon, note, children }: MainActionProps) {
  return (
    <Link to={to} className={`row-16 pad-row ${styles.action} ${styles.main}`}>
      <Icon of={icon} size={40} />
      <span className={styles.words}>
        <strong>{children}</strong>
        {note}
      </span>
      <Icon of={ChevronRight} size={28} />
    </Link>
  );
}

/** Shown after signing in on a device that is not enrolled: what enrolment allows, and where. */
export function EnrolHint() {
  const isBlank = useIsBlank() === true;
  const state = useDeviceFacts()?.state ?? (isBlank ? 'none' : undefined);
  if (state !== 'none') return null;
  return (
    <Link to="/dashboard/dispositivos" className={`row-16 pad-row ${styles.action} ${styles.waiting}`}>
      <Icon of={TabletSmartphone} size={28} />
      <span className={styles.words}>
        <strong>{homeTexts.enrol}</strong>
        {homeTexts.enrolNote}
      </span>
      <Icon of={ChevronRight} size={28} />
    </Link>
  );
}
