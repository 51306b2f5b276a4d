import { useQuery } from '@tanstack/react-query';
import { UserRoundX, Gift } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { FailureNotice } from '#src/client/form/query-problem.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { SearchForm } from '#src/client/list/search-field.tsx';
import { unwrap, useRead } from '#src/client/queries/call-failure.ts';
import { useCustomer } from '#src/client/queries/customers.ts';
import { keys } from '#src/client/queries/keys.ts';
import {
  pointsTexts,
  redemptionTexts as texts,
  rewardTexts,
} from '#src/client/texts/customers/points-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import type { CustomerDetail } from '#src/contract/customers/schemas.ts';
import { pointsCalls } from '#src/contract/points/calls.ts';
import type { Reward } from '#src/contract/points/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { Points } from '#src/protocol/brands.ts';

export function FindCustomer({ found }: { found: FoundCustomer }) {
  const [typed, setTyped] = useState('');
  if (found.isLoading && found.error === null) return <Loading />;
  if (found.customer !== null) return <Chosen customer={found.customer} onChange={found.clear} />;
  return (
    <>
      <SearchForm
        texts={texts}
        className="row"
        typed={typed}
        onTyped={setTyped}
        onSearch={() => {
          if (typed.trim() !== '') found.searchFor(typed);
        }}
        isSearching={found.isSearching}
      />
      <FailureNotice error={found.error} />
      <div aria-live="polite">
        <Matches found={found} />
      </div>
    </>
  );
}

function Matches({ found }: { found: FoundCustomer }) {
  const { matches, q, choose } = found;
  if (matches === undefined) return <p className="soft">{texts.hint}</p>;
  if (matches.length === 0) return <p className="strong">{texts.nobody(q)}</p>;
  return (
    <>
      <p className="soft">{texts.several}</p>
      <ul className="stack-12">
        {matches.map(({ _id, ownerName, identificacion }) => (
          <li key={_id} className="split ruled">
            <span className="fill-9">
              <b>{personName(ownerName)}</b>
              <span className="under">{texts.identification(identificacion)}</span>
            </span>
            <Button
              variant="secondary"
              size="row"
              aria-label={texts.chooseOf(personName(ownerName))}
              onClick={() => choose(_id)}
            >
              {texts.choose}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Chosen({ customer, onChange }: { customer: PointsHolder; onChange: () => void }) {
  const { user, points } = customer;
  return (
    <div className="split card pad-16">
      <div>
        <p className="strong">{personName(user.ownerName)}</p>
        <p>{texts.identification(user.identificacion)}</p>
      </div>
      <p className="sum">
        <span className="under">{texts.has}</span>
        {pointsTexts.pointsOf(formatAmount(points))}
      </p>
      <Button variant="secondary" size="row" icon={UserRoundX} onClick={onChange}>
        {texts.change}
      </Button>
    </div>
  );
}

/** Results offered. A customer who is present is found by document number. */
const offered = 5;

export interface PointsHolder {
  user: User;
  /** Points that can be redeemed now. */
  points: Points;
}

/**
 * The customer at the counter: passed on by the previous page, or searched for. Points are always read anew.
 */
export function useFoundCustomer(customerId: string | null) {
  const [chosen, setChosen] = useState(customerId);
  const [q, setQ] = useState('');
  const search = useQuery({
    queryKey: keys.customers.list('redeeming', q),
    queryFn: async () =>
      unwrap(await callServer(customerCalls.listCustomers, { query: { q, limit: offered } })).items,
    enabled: q !== '' && chosen === null,
    staleTime: 0,
  });
  // The only one found is read from the answer to this search: a late answer to an earlier one chooses none.
  const found = chosen === null ? (search.data ?? []) : [];
  const id = chosen ?? (found.length === 1 ? (found[0]?._id ?? null) : null);
  const detail = useCustomer(id);
  return {
    customer: id === null ? null : toHolder(detail.data),
    isLoading: id !== null && detail.isPending,
    error: id === null ? search.error : detail.error,
    q,
    matches: id === null ? search.data : undefined,
    isSearching: search.isFetching,
    searchFor: (text: string) => {
      setChosen(null);
      setQ(text.trim());
      if (text.trim() === q) void search.refetch();
    },
    choose: setChosen,
    clear: () => {
      setChosen(null);
      setQ('');
    },
  };
}

type FoundCustomer = ReturnType<typeof useFoundCustomer>;

function toHolder(detail: CustomerDetail | undefined): PointsHolder | null {
  if (detail?.client.visible !== true) return null;
  return { user: detail.client, points: detail.points };
}

interface RewardChoiceProps {
  customer: PointsHolder | null;
  onChoose: (reward: Reward) => void;
}

export function RewardChoice({ customer, onChoose }: RewardChoiceProps) {
  const query = useRewards();
  const rewards = query.data?.filter(({ active }) => active);
  return (
    <>
      {customer === null && <p className="soft">{texts.firstCustomer}</p>}
      <ListBody
        query={query}
        data={rewards}
        isEmpty={rewards?.length === 0}
        empty={<p>{rewardTexts.noneHere}</p>}
        skeletonRows={3}
        bare
      >
        {(offered) => (
          <ul className="stack-12">
            {offered.map((reward) => (
              <RewardItem
                key={reward._id}
                reward={reward}
                points={customer?.points ?? null}
                onChoose={() => onChoose(reward)}
              />
            ))}
          </ul>
        )}
      </ListBody>
    </>
  );
}

interface RewardItemProps {
  reward: Reward;
  /** Null until a customer is found. */
  points: Points | null;
  onChoose: () => void;
}

function RewardItem({ reward, points, onChoose }: RewardItemProps) {
  const { name, description, pointsCost, monto } = reward;
  const lacking = points === null ? 0 : pointsCost - points;
  return (
    <li className="split ruled">
      <span className="fill-9">
        <b>{name}</b>
        <span className="under">
          {description}
          {monto !== undefined && ` · ${amountText(monto)}`}
        </span>
      </span>
      <span className="bold">
        {pointsTexts.pointsOf(formatAmount(pointsCost))}
        {lacking > 0 && <span className="under">{texts.lacks(formatAmount(lacking))}</span>}
      </span>
      <Button
        size="row"
        icon={Gift}
        disabled={points === null || lacking > 0}
        aria-label={texts.redeemOf(name)}
        onClick={onChoose}
      >
        {pointsTexts.redeem}
      </Button>
    </li>
  );
}

/** Rewards that can be redeemed, cheapest first. */
export function useRewards() {
  return useRead(keys.rewards.all, () => callServer(pointsCalls.listRewards));
}
