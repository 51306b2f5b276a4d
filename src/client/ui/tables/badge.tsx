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

const tones: Record<BadgeKind, 'paid' | 'refused' | 'pending' | 'info' | 'inactive'> = {
  paid: 'paid',
  refused: 'refused',
  blocked: 'refused',
  pending: 'pending',
  'needs-sign-in': 'pending',
  waiting: 'pending',
  warning: 'pending',
  sending: 'info',
  inactive: 'inactive',
  undone: 'inactive',
};

export function Badge({ kind, children }: { kind: BadgeKind; children: string }) {
  return (
    <span className={styles.badge} data-tone={tones[kind]}>
      <Icon of={drawings[kind]} size={20} />
      {children}
    </span>
  );
}
