import { ChevronRight, TabletSmartphone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDeviceFacts } from '#src/client/local/live-device.ts';
import { devicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './home-actions.module.css';

/** After signing in on a device that is not enrolled: what it could do, and where. */
export function EnrolHint() {
  if (useDeviceFacts()?.state !== 'none') return null;
  return (
    <Link to="/dashboard/dispositivos" className={`${styles.action} ${styles.waiting}`}>
      <Icon of={TabletSmartphone} size={28} />
      <span className={styles.words}>
        <strong>{texts.hintTitle}</strong>
        {texts.hint}
      </span>
      <Icon of={ChevronRight} size={28} />
    </Link>
  );
}
