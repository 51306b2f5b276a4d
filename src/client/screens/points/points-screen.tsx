import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PointsTable } from '#src/client/shared/tables/points-table.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { pointsTexts as texts } from '#src/client/texts/office/points-texts.ts';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { Redeem } from './redeem.tsx';
import { RewardList } from './reward-list.tsx';

type Section = 'redeem' | 'rewards' | 'history';

/** Whoever meets customers redeems; whoever runs the market makes the rewards. */
export function PointsScreen() {
  const userType = useSessionUser()?.userType ?? 'RECARGA';
  const customerId = useSearchParams()[0].get('cliente');
  const mayRedeem = userType !== 'ADMIN';
  const [section, setSection] = useState<Section>(
    mayRedeem && (userType === 'RECARGA' || customerId !== null) ? 'redeem' : 'rewards',
  );
  const chips = [
    { value: 'redeem' as const, label: texts.redeem },
    { value: 'rewards' as const, label: texts.rewards },
    { value: 'history' as const, label: texts.history },
  ];
  return (
    <>
      <h1>{texts.title}</h1>
      <FilterChips<Section>
        label={texts.sections}
        chosen={section}
        onChoose={setSection}
        chips={chips.filter(({ value }) => mayRedeem || value !== 'redeem')}
      />
      {section === 'redeem' && <Redeem customerId={customerId} />}
      {section === 'rewards' && <RewardList userType={userType} />}
      {section === 'history' && <PointsTable customerId={null} />}
    </>
  );
}
