import { CircleAlert, CircleCheck, Hourglass, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#src/client/ui/icon.tsx';

const icons = { refused: CircleAlert, paid: CircleCheck, info: Info, pending: Hourglass } as const;

/** A sentence in the page that the person must not miss. */
export function Notice({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  return (
    <div className="strip" data-tone={kind} role={kind === 'refused' ? 'alert' : 'status'}>
      <Icon of={icons[kind]} />
      <div>{children}</div>
    </div>
  );
}
