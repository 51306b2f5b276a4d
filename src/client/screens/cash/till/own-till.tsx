import { Calculator } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ListBody } from '#src/client/list/list-body.tsx';
import { AwayStrip } from '#src/client/money/own-day/away-strip.tsx';
import { TillBadge, TillMeter } from '#src/client/money/till/till-meter.tsx';
import { type TillLevel, tillStateOf } from '#src/client/money/till/till-state.ts';
import { useOwnTill } from '#src/client/money/till/use-own-till.ts';
import { receiveTexts, tillTexts } from '#src/client/texts/cash/receive-texts.ts';
import { countTexts, tillMeterTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { Till } from '#src/contract/cash/till.ts';
import { formatAmount } from '#src/domain/money.ts';
import { ReceivedList } from '../receive/received-list.tsx';
import { TopUpList } from '../top-up-list.tsx';

/** The point's own till: its cash and ceiling, its count, and the cash that the market has received. */
export function OwnTill({ userId, isLimited }: { userId: string; isLimited: boolean }) {
  const { level, facts, query } = useOwnTill(userId, isLimited);
  return (
    <>
      <AwayStrip />
      {level === null && query.data === undefined && query.isLoading ? (
        <ListBody query={query} data={query.data} skeletonRows={3} bare>
          {() => null}
        </ListBody>
      ) : (
        <div className="stack">
          {level === null ? (
            <Notice kind="info">{texts.notKnown}</Notice>
          ) : (
            <LevelPanel level={level} facts={facts} />
          )}
          <Link to="?contar=1" className={buttonClass({ variant: 'primary', size: 'money', wide: true })}>
            <Icon of={Calculator} size={28} />
            <span>{countTexts.go}</span>
          </Link>
        </div>
      )}
      {!isLimited && (
        <>
          <ReceivedList isPoint />
          <TopUpList userId={userId} isPoint />
        </>
      )}
    </>
  );
}

function LevelPanel({ level, facts }: { level: TillLevel; facts: Till | undefined }) {
  const { room } = tillStateOf(level);
  return (
    <Panel className="stack-12 pad">
      <div className="split">
        <h2 className="normal">{texts.holds}</h2>
        <TillBadge level={level} />
      </div>
      <p className="figure">{amountText(level.cash)}</p>
      <TillMeter level={level} />
      <p>
        <b>{texts.may(amountText(level.ceiling))}</b>
        <br />
        {texts.room(amountText(room))}
      </p>
      {facts !== undefined && <FactList facts={factsOf(facts)} />}
    </Panel>
  );
}

function factsOf({ topUps, topUpVoids, floats, lastReceivedAt }: Till) {
  const toppedUp = ({ total, count }: Till['topUps']): string =>
    tillTexts.toppedUpValue(amountText(total), formatAmount(count));
  return [
    { name: tillTexts.toppedUp, value: toppedUp(topUps) },
    topUpVoids.count > 0 && { name: tillTexts.undone, value: toppedUp(topUpVoids) },
    floats.count > 0 && { name: tillTexts.float, value: amountText(floats.total) },
    lastReceivedAt !== null && { name: receiveTexts.last, value: dateTimeText(lastReceivedAt) },
  ];
}
