import { HardDrive, KeyRound, OctagonAlert, RefreshCw, Wifi, WifiOff } from 'lucide-react';
import { Icon } from './icon.tsx';
import styles from './connection-chip.module.css';

const drawings = {
  online: Wifi,
  sending: RefreshCw,
  offline: WifiOff,
  'needs-sign-in': KeyRound,
  review: OctagonAlert,
  'no-space': HardDrive,
} as const;

export type ConnectionState = keyof typeof drawings;

const tones: Record<ConnectionState, string | undefined> = {
  online: styles.online,
  sending: styles.sending,
  offline: styles.waiting,
  'needs-sign-in': styles.waiting,
  review: styles.review,
  'no-space': styles.review,
};

export function connectionChipClass(state: ConnectionState): string {
  return `${styles.chip} ${tones[state]}`;
}

/** What stands in the chip; its words say how many and how much. */
export function ConnectionChipBody({ state, children }: { state: ConnectionState; children: string }) {
  return (
    <>
      <Icon of={drawings[state]} />
      <span>{children}</span>
    </>
  );
}
