import { WifiOff } from 'lucide-react';
import { useConnection } from '#src/client/state/connection.ts';
import { useLostAt } from '#src/client/state/lost-link.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { ownDayTexts as texts } from '#src/client/texts/purchases/own-day-texts.ts';
import { whenText } from '#src/client/texts/written/list-age.ts';
import { Icon } from '#src/client/ui/icon.tsx';

interface AwayStripProps {
  /** Time of the server's last figures, ms since 1970. */
  knownAt?: number | null;
  /** Replaces the note on the figures' source. */
  text?: string;
}

/** One strip for the whole page, instead of a panel for each of its parts. */
export function AwayStrip({ knownAt = null, text }: AwayStripProps) {
  const { link } = useConnection();
  const lostAt = useLostAt();
  const isLimited = useActor()?.isLimited === true;
  const since = lostAt ?? knownAt;
  if (link !== 'offline') return null;
  // With a PIN the bar above already shows it.
  return (
    <p
      className={isLimited ? 'row-12 soft small strong' : 'strip small strong'}
      data-tone={isLimited ? undefined : 'pending'}
      role="status"
    >
      <Icon of={WifiOff} />
      {text ?? (since === null ? texts.away : texts.awaySince(whenText(since)))}
    </p>
  );
}
