import { Calculator } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { cashExtras } from '#src/client/extra-cash.ts';
import { ListBody } from '#src/client/list/list-body.tsx';
import { EmptyList } from '#src/client/list/search-field.tsx';
import { AwayStrip, LastOwed } from '#src/client/money/own-day/away.tsx';
import { TillBadge, TillMeter } from '#src/client/money/till/till-meter.tsx';
import { type TillLevel, tillStateOf } from '#src/client/money/till/till-state.ts';
import { useOwnTill } from '#src/client/money/till/use-own-till.ts';
import { useClearing } from '#src/client/queries/cash.ts';
import { useStallBalances } from '#src/client/queries/home-figures.ts';
import { useMarketSettings } from '#src/client/queries/markets.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { cashTexts as texts, payoutTexts } from '#src/client/texts/cash/cash-texts.ts';
import { receiveTexts, tillTexts } from '#src/client/texts/cash/receive-texts.ts';
import { countTexts, tillMeterTexts } from '#src/client/texts/cash/till-texts.ts';
import { ownDayTexts } from '#src/client/texts/purchases/own-day-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { Till } from '#src/contract/cash/till.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { MarketCode } from '#src/protocol/brands.ts';
import { PayoutList } from './cash-history.tsx';
import { ClearingList } from './clearing-list.tsx';
import { CountNote } from './count/count-note.tsx';
import { DaySection } from './day-section.tsx';
import { ReceiveScreen } from './receive/receive-screen.tsx';
import { ReceivedList } from './receive/received-list.tsx';
import { Refunds } from './refunds/refunds.tsx';
import { StallBalances } from './stall-balances.tsx';
import { TopUpList } from './top-up-list.tsx';
import styles from './cash.module.css';

/**
 * Cash page: a top-up point counts its till, a stall reads its balance, the market pays and closes the day.
 */
export function CashScreen() {
  const user = useActor();
  const [params] = useSearchParams();
  if (user === null) return null;
  if (user.userType === 'RECARGA' && params.has('contar')) return <CountNote />;
  const placed = cashExtras
    .flatMap(({ screens = [] }) => screens)
    .find(
      ({ role, parameter, value }) =>
        role === user.userType &&
        (value === undefined ? params.has(parameter) : params.get(parameter) === value),
    );
  if (placed !== undefined) return <placed.Screen />;
  return (
    <>
      <h1>{user.userType === 'ESTANTE' ? texts.titleOfStall : texts.title}</h1>
      {user.userType === 'RECARGA' && <OwnTill userId={user.id} isLimited={user.isLimited} />}
      {user.userType === 'ESTANTE' && <OwnBalance isLimited={user.isLimited} />}
      {user.userType === 'GLOBAL_MARKET' && (
        <MarketCash key={params.get('ver')} userId={user.id} market={user.globalMarketId} />
      )}
    </>
  );
}

const sections = ['stalls', 'receive', 'day'] as const;
type Rest = 'topUps' | 'refunds' | 'clearing';
type Section = (typeof sections)[number] | Rest;

/** Sections by the address, for links from other pages. */
const linked: Partial<Record<string, Section>> = { recibir: 'receive', cierre: 'day' };

function MarketCash({ userId, market }: { userId: string; market: MarketCode }) {
  const [params] = useSearchParams();
  const [section, setSection] = useState<Section>(linked[params.get('ver') ?? ''] ?? 'stalls');
  const first = sections.find((value) => value === section);
  const rest = useRestOfCash(market);
  return (
    <>
      <FilterChips<(typeof sections)[number] | 'rest'>
        label={texts.sections}
        chosen={first ?? 'rest'}
        onChoose={(value) => setSection(value === 'rest' ? 'topUps' : value)}
        chips={[...sections, 'rest' as const].map((value) => ({ value, label: texts[value] }))}
      />
      {first === undefined && (
        <FilterChips<Section>
          label={texts.restSections}
          chosen={section}
          onChoose={setSection}
          chips={rest.map((value) => ({ value, label: texts[value] }))}
        />
      )}
      {section === 'stalls' && <StallBalances />}
      {section === 'receive' && <ReceiveScreen />}
      {section === 'topUps' && <TopUpList userId={userId} isPoint={false} />}
      {section === 'refunds' && <Refunds />}
      {section === 'clearing' && <ClearingList market={market} />}
      {section === 'day' && <DaySection />}
    </>
  );
}

/** Refunds are shown while the market gives any, other markets once there is a debt. */
function useRestOfCash(market: MarketCode): readonly Rest[] {
  const { data: settings } = useMarketSettings(market, { enabled: true });
  const { data: clearing } = useClearing();
  return [
    'topUps',
    ...(settings?.refundsOn === true ? (['refunds'] as const) : []),
    ...(clearing !== undefined && clearing.length > 0 ? (['clearing'] as const) : []),
  ];
}

/** The stall's balance with its market, and its payouts. */
function OwnBalance({ isLimited }: { isLimited: boolean }) {
  const isAway = useConnection().link === 'offline';
  if (isAway || isLimited)
    return (
      <>
        <AwayStrip text={ownDayTexts.awayLast} />
        <LastOwed isAsked />
      </>
    );
  return <BalanceAndPayouts />;
}

const ownParts = cashExtras.flatMap(({ OwnBalance }) => OwnBalance ?? []);

function BalanceAndPayouts() {
  const query = useStallBalances();
  const balance = query.data?.[0];
  return (
    <>
      <ListBody
        query={query}
        data={query.data}
        isEmpty={balance === undefined}
        empty={<EmptyList drawing="stall" title={payoutTexts.noStallsTitle} note={payoutTexts.noStalls} />}
        bare
      >
        {() =>
          balance !== undefined && (
            <>
              <Owed balance={balance} />
              {ownParts.map((Part, place) => (
                <Part key={place} balance={balance} />
              ))}
            </>
          )
        }
      </ListBody>
      <PayoutList title={payoutTexts.received} withStall={false} />
    </>
  );
}

function Owed({ balance }: { balance: StallBalance }) {
  const { owed, sold, voided, opening, paid, withheld } = balance;
  return (
    <Panel className="pad">
      <div className={styles.facts}>
        <div>
          <h2>{owed < 0 ? payoutTexts.owes : payoutTexts.owed}</h2>
          <p className={`figure ${styles.big}`} style={lettersOf(amountText(owed))}>
            {amountText(Math.abs(owed))}
          </p>
          {owed < 0 && <p className="soft">{payoutTexts.owesNote}</p>}
          {withheld > 0 && <p className="soft">{payoutTexts.withheldNote(amountText(withheld))}</p>}
        </div>
        <FactList
          facts={[
            { name: payoutTexts.sold, value: amountText(sold) },
            { name: payoutTexts.voided, value: amountText(voided) },
            opening !== undefined && { name: payoutTexts.opening, value: amountText(opening) },
            { name: payoutTexts.paid, value: amountText(paid) },
          ]}
        />
      </div>
    </Panel>
  );
}

/** The point's own till: its cash and ceiling, its count, and the cash that the market has received. */
function OwnTill({ userId, isLimited }: { userId: string; isLimited: boolean }) {
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
            <Notice kind="info">{tillMeterTexts.notKnown}</Notice>
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
        <h2 className="normal">{tillMeterTexts.holds}</h2>
        <TillBadge level={level} />
      </div>
      <p className="figure">{amountText(level.cash)}</p>
      <TillMeter level={level} />
      <p>
        <b>{tillMeterTexts.may(amountText(level.ceiling))}</b>
        <br />
        {tillMeterTexts.room(amountText(room))}
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
