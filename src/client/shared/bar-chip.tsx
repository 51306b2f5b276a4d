import { HardDrive, KeyRound, OctagonAlert, RefreshCw, Wifi, WifiOff } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useOutboxSummary } from '#src/client/local/live.ts';
import type { OutboxSummary } from '#src/client/local/read-outbox.ts';
import { type Connection, useConnection } from '#src/client/state/connection.ts';
import { chipTexts } from '#src/client/texts/dashboard-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { amountText } from './amounts.ts';
import styles from './bar-chip.module.css';

/** Link and outbox in one piece; it opens Pendientes where there is an outbox. */
export function BarChip({ opensOutbox }: { opensOutbox: boolean }) {
  const connection = useConnection();
  const summary = useOutboxSummary();
  const { state, text, sum } = chipOf(connection, summary);
  const body = <ConnectionChipBody {...{ state, text, sum }} />;
  if (!opensOutbox)
    return (
      <p className={connectionChipClass(state)} role="status">
        {body}
      </p>
    );
  return (
    <Link to="/dashboard/pendientes" className={connectionChipClass(state)}>
      {body}
    </Link>
  );
}

interface ChipContent {
  state: ConnectionState;
  text: string;
  /** how much waits; absent where it says nothing */
  sum?: string | undefined;
}

function chipOf({ link, sending }: Connection, summary: OutboxSummary | undefined): ChipContent {
  if (summary !== undefined && summary.reviewCount > 0)
    return {
      state: 'review',
      text: chipTexts.review(summary.reviewCount),
      sum: amountText(summary.reviewSum),
    };
  const open = summary?.openCount ?? 0;
  const sum = amountText(summary?.openSum ?? 0);
  if (sending !== null && open > 0)
    return { state: 'sending', text: chipTexts.sending(sending.done + 1, sending.total), sum };
  if (link === 'offline')
    return open === 0
      ? { state: 'offline', text: chipTexts.offline }
      : { state: 'offline', text: chipTexts.offlineWith(open), sum };
  if (summary !== undefined && summary.signInCount > 0)
    return { state: 'needs-sign-in', text: chipTexts.signIn(open) };
  // With a link a normal sale is on its way for a moment: that is no alarm.
  if (open > 0) return { state: link === 'online' ? 'sending' : 'offline', text: chipTexts.open(open), sum };
  return { state: 'online', text: chipTexts.online };
}

const drawings = {
  online: Wifi,
  sending: RefreshCw,
  offline: WifiOff,
  'needs-sign-in': KeyRound,
  review: OctagonAlert,
  'no-space': HardDrive,
} as const;

type ConnectionState = keyof typeof drawings;

const tones: Record<ConnectionState, string | undefined> = {
  online: styles.online,
  sending: styles.sending,
  offline: styles.waiting,
  'needs-sign-in': styles.waiting,
  review: styles.review,
  'no-space': styles.review,
};

function connectionChipClass(state: ConnectionState): string {
  return `${styles.chip} ${tones[state]}`;
}

/** Its words say how many and how much; a phone has no room for the sum beside the stall's name, and reads it out. */
function ConnectionChipBody({ state, text, sum }: ChipContent) {
  return (
    <>
      <Icon of={drawings[state]} />
      <span>
        {text}
        {sum !== undefined && <span className={styles.sum}> · {sum}</span>}
      </span>
    </>
  );
}
