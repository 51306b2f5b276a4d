import type { LucideIcon } from 'lucide-react';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './badge.module.css';

export type BadgeTone = 'paid' | 'refused' | 'pending' | 'info' | 'inactive' | 'unknown';

/** A badge with the given drawing, so that a customer's page loads none of the others. */
export function BadgeFrame({
  icon,
  tone,
  children,
}: {
  icon: LucideIcon;
  tone: BadgeTone;
  children: string;
}) {
  return (
    <span className={`small strong whole ${styles.badge}`} data-tone={tone}>
      <Icon of={icon} size={20} />
      <span>{children}</span>
    </span>
  );
}
