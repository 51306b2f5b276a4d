import { Clock, WifiOff } from 'lucide-react';
import * as z from 'zod/mini';
import { useStallBalances } from '#src/client/queries/home-figures.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { useLostAt } from '#src/client/state/lost-link.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { ownDayTexts as texts } from '#src/client/texts/purchases/own-day-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { whenText } from '#src/client/texts/written/list-age.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { type StallBalance, stallBalanceListSchema } from '#src/contract/cash/stall-balances.ts';
import { useLastKnown } from './last-known.ts';

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

const schema: z.ZodMiniType<StallBalance[]> = stallBalanceListSchema;

/**
 * The stall's balance as last reported by the server: grey, with its time, while the server is unreachable.
 */
export function LastOwed({
  isAsked = false,
}: {
  /** Shows a sentence when no balance was ever received. */ isAsked?: boolean;
}) {
  const isAlone = useActor()?.isLimited === true;
  const isAway = useConnection().link === 'offline';
  const known = useLastKnown('owed', schema, useStallBalances(!isAlone));
  const [own] = known?.data ?? [];
  if (!isAway && !isAlone) return null;
  if (known === undefined || own === undefined)
    return isAsked && <p className="card pad-strip soft">{texts.neverKnown}</p>;
  return (
    <section className="card pad-strip soft">
      <div className="split-4">
        <h2 className="normal">{own.owed < 0 ? texts.owes : texts.owed}</h2>
        <p className="sum">{amountText(Math.abs(own.owed))}</p>
      </div>
      <p className="row small">
        <Icon of={Clock} size={20} />
        {texts.until(whenText(known.at))}
      </p>
    </section>
  );
}
