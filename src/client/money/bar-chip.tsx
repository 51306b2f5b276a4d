import { KeyRound, OctagonAlert, RefreshCw, Wifi, WifiOff } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useOutboxSummary } from '#src/client/local/live/live-device.ts';
import type { OutboxSummary } from '#src/client/local/outbox/read-outbox.ts';
import { type Connection, useConnection } from '#src/client/state/connection.ts';
import { chipTexts } from '#src/client/texts/dashboard-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './bar-chip.module.css';

/** Link and outbox state in one chip, which opens Pendientes where there is an outbox. */
export function BarChip({ opensOutbox }: { opensOutbox: boolean }) {
  const connection = useConnection();
  const summary = useOutboxSummary();
  const { state, text, more } = chipOf(connection, summary);
  const look = { className: styles.chip, 'data-tone': tones[state] };
  const body = (
    <>
      <Icon of={drawings[state]} />
      <span>
        {text}
        {more !== undefined && <span className={styles.more}>{more}</span>}
      </span>
    </>
  );
  if (!opensOutbox)
    return (
      <p {...look} role="status">
        {body}
      </p>
    );
  return (
    <Link to="/dashboard/pendientes" {...look}>
      {body}
    </Link>
  );
}

interface ChipContent {
  state: ConnectionState;
  text: string;
  /**
   * The rest of the sentence. On a phone there is no space beside the stall's name, so it is only read out.
   */
  more?: string;
}

function chipOf({ link, sending }: Connection, summary: OutboxSummary | undefined): ChipContent {
  if (summary !== undefined && summary.reviewCount > 0)
    return {
      state: 'review',
      text: chipTexts.review(summary.reviewCount),
      more: chipTexts.sum(amountText(summary.reviewSum)),
    };
  const open = summary?.openCount ?? 0;
  const sum = chipTexts.sum(amountText(summary?.openSum ?? 0));
  if (sending !== null && open > 0)
    return { state: 'sending', text: chipTexts.sending(sending.done + 1, sending.total), more: sum };
  if (link === 'offline' && open === 0) return { state: 'offline', text: chipTexts.offline };
  if (link === 'offline')
    return { state: 'offline', text: chipTexts.offlineWith(open), more: ` ${chipTexts.pending(open)}${sum}` };
  if (summary !== undefined && summary.signInCount > 0)
    return { state: 'needs-sign-in', text: chipTexts.signIn(open), more: ` ${chipTexts.pending(open)}` };
  // With a link, every sale is on its way for a moment, which is no reason for an alarm.
  if (open > 0)
    return { state: link === 'online' ? 'sending' : 'offline', text: chipTexts.open(open), more: sum };
  return { state: 'online', text: chipTexts.online };
}

const drawings = {
  online: Wifi,
  sending: RefreshCw,
  offline: WifiOff,
  'needs-sign-in': KeyRound,
  review: OctagonAlert,
} as const;

type ConnectionState = keyof typeof drawings;

const tones: Record<ConnectionState, string | undefined> = {
  online: undefined,
  sending: 'info',
  offline: 'pending',
  'needs-sign-in': 'pending',
  review: 'refused',
};
