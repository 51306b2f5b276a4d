import { useMarkets } from '#src/client/queries/markets.ts';
import { useState } from 'react';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { salesTexts as texts } from '#src/client/texts/office/sales-texts.ts';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { toMarketCode, type MarketCode } from '#src/contract/brands.ts';
import { MarketSales } from './market-sales.tsx';

/** A stall's own sales, a market's, or those of whichever market the administrator looks at. */
export function SalesScreen() {
  const user = useSessionUser();
  if (user === null) return null;
  return (
    <>
      <h1>{user.userType === 'ESTANTE' ? texts.ownTitle : texts.title}</h1>
      {user.userType === 'ADMIN' ? (
        <RegionSales />
      ) : (
        <MarketSales market={user.globalMarketId} userType={user.userType} />
      )}
    </>
  );
}

function RegionSales() {
  const query = useMarkets();
  const [chosen, setChosen] = useState<MarketCode>();
  const market = chosen ?? query.data?.[0]?.globalMarketId;
  return (
    <ListBody
      query={query}
      data={query.data}
      isEmpty={market === undefined}
      empty={<EmptyList drawing="stall" title={texts.noMarketsTitle} note={texts.noMarkets} />}
      bare
    >
      {(markets) => (
        <>
          <SelectField
            label={texts.market}
            options={markets.map(({ globalMarketId, marketName }) => ({
              value: globalMarketId,
              label: marketName,
            }))}
            value={market ?? ''}
            onChange={(event) => setChosen(toMarketCode(event.target.value))}
          />
          {market !== undefined && <MarketSales key={market} market={market} userType="ADMIN" />}
        </>
      )}
    </ListBody>
  );
}
