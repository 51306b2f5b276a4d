import { ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
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
