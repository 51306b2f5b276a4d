import { useState } from 'react';
import { cashTexts as texts } from '#src/client/texts/cash-texts.ts';
import { FilterChips } from '#src/client/ui/filter-chips.tsx';
import { ClearingList } from './clearing-list.tsx';
import { DaySection } from './day-section.tsx';
import { StallBalances } from './stall-balances.tsx';
import { TillList } from './till-list.tsx';

type Section = 'stalls' | 'tills' | 'clearing' | 'day';
const sections: readonly Section[] = ['stalls', 'tills', 'clearing', 'day'];

export function MarketCash({ market }: { market: string }) {
  const [section, setSection] = useState<Section>('stalls');
  return (
    <>
      <FilterChips<Section>
        label={texts.sections}
        chosen={section}
        onChoose={setSection}
        chips={sections.map((value) => ({ value, label: texts[value] }))}
      />
      {section === 'stalls' && <StallBalances />}
      {section === 'tills' && <TillList />}
      {section === 'clearing' && <ClearingList market={market} />}
      {section === 'day' && <DaySection />}
    </>
  );
}
