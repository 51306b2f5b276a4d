import { Building2 } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useMarkets } from '#src/client/queries/markets.ts';
import { oneMarketTexts as texts } from '#src/client/texts/lists-texts.ts';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import type { Market } from '#src/contract/markets/schemas.ts';
import { ListBody } from './list-body.tsx';
import { EmptyList } from './search-field.tsx';

/** ADMIN: one market at a time, below the field that chooses it. Nothing of one stays for the next. */
export function OneMarket({ children }: { children: (market: Market) => ReactNode }) {
  const query = useMarkets();
  const [chosen, setChosen] = useState('');
  const { data: markets = [] } = query;
  const market = markets.find(({ globalMarketId }) => globalMarketId === chosen) ?? markets[0];
  return (
    <ListBody
      query={query}
      data={query.data}
      isEmpty={market === undefined}
      empty={<EmptyList drawing="stall" title={texts.none} note={texts.noneNote} />}
      bare
    >
      {() =>
        market !== undefined && (
          <>
            <div className="narrow">
              <SelectField
                label={texts.label}
                icon={Building2}
                options={markets.map(({ globalMarketId: value, marketName: label }) => ({ value, label }))}
                value={market.globalMarketId}
                onChange={({ target }) => setChosen(target.value)}
              />
            </div>
            <Fragment key={market.globalMarketId}>{children(market)}</Fragment>
          </>
        )
      }
    </ListBody>
  );
}
