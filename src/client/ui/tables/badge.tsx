import {
  Ban,
  CircleCheck,
  CircleQuestionMark,
  CircleSlash,
  Hourglass,
  KeyRound,
  Link,
  type LucideIcon,
  OctagonX,
  RefreshCw,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { BadgeFrame, type BadgeTone } from './badge-frame.tsx';

const looks = {
  paid: [CircleCheck, 'paid'],
  refused: [OctagonX, 'refused'],
  blocked: [Ban, 'refused'],
  pending: [Hourglass, 'pending'],
  'needs-sign-in': [KeyRound, 'pending'],
  waiting: [Link, 'pending'],
  warning: [TriangleAlert, 'pending'],
  sending: [RefreshCw, 'info'],
  inactive: [CircleSlash, 'inactive'],
  undone: [Undo2, 'inactive'],
  unknown: [CircleQuestionMark, 'unknown'],
} as const satisfies Record<string, readonly [LucideIcon, BadgeTone]>;

export type BadgeKind = keyof typeof looks;

export function Badge({ kind, children }: { kind: BadgeKind; children: string }) {
  const [icon, tone] = looks[kind];
  return (
    <BadgeFrame icon={icon} tone={tone}>
      {children}
    </BadgeFrame>
  );
}
