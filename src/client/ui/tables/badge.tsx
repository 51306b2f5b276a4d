import {
  Ban,
  CircleCheck,
  CircleSlash,
  Hourglass,
  KeyRound,
  Link,
  OctagonX,
  RefreshCw,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './badge.module.css';

const drawings = {
  paid: CircleCheck,
  refused: OctagonX,
  blocked: Ban,
  pending: Hourglass,
  'needs-sign-in': KeyRound,
  waiting: Link,
  warning: TriangleAlert,
  sending: RefreshCw,
  inactive: CircleSlash,
  undone: Undo2,
} as const;

export type BadgeKind = keyof typeof drawings;

const tones: Record<BadgeKind, string | undefined> = {
  paid: styles.paid,
  refused: styles.refused,
  blocked: styles.refused,
  pending: styles.pending,
  'needs-sign-in': styles.pending,
  waiting: styles.pending,
  warning: styles.pending,
  sending: styles.sending,
  inactive: styles.inactive,
  undone: styles.inactive,
};

export function Badge({ kind, children }: { kind: BadgeKind; children: string }) {
  return (
    <span className={`${styles.badge} ${tones[kind]}`}>
      <Icon of={drawings[kind]} size={20} />
      {children}
    </span>
  );
}
