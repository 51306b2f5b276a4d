import {
  Ban,
  CircleCheck,
  CircleQuestionMark,
  CircleSlash,
  Hourglass,
  KeyRound,
  Link,
  OctagonX,
  RefreshCw,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { BadgeFrame, type BadgeTone } from './badge-frame.tsx';

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
  unknown: CircleQuestionMark,
} as const;

export type BadgeKind = keyof typeof drawings;

const tones: Record<BadgeKind, BadgeTone> = {
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
  unknown: 'unknown',
};

export function Badge({ kind, children }: { kind: BadgeKind; children: string }) {
  return (
    <BadgeFrame icon={drawings[kind]} tone={tones[kind]}>
      {children}
    </BadgeFrame>
  );
}
