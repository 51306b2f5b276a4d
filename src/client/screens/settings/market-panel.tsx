import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { readMarketSettings } from '#src/client/api/market-settings.ts';
import { listMarkets } from '#src/client/api/markets.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { useRefreshMercado } from '#src/client/state/markets-refresh.ts';
import { settingsTexts as texts } from '#src/client/texts/settings-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { SelectField } from '#src/client/ui/select-field.tsx';
import type { UserType } from '#src/contract/user-type.ts';
import { MarketForm } from './market-form.tsx';
import styles from './settings.module.css';

/** ADMIN names the market; a market's own comes from its token. */
export function MarketPanel({ userType }: { userType: UserType }) {
  const [market, setMarket] = useState('');
  const isAdmin = userType === 'ADMIN';
  const query = useQuery({
    queryKey: ['market-settings', market],
    queryFn: async () => take(await readMarketSettings(market === '' ? undefined : market)),
    enabled: !isAdmin || market !== '',
  });
  return (
    <Panel className={styles.panel} aria-labelledby="ajustes-mercado">
      <h2 id="ajustes-mercado">{isAdmin ? texts.marketOf : texts.market}</h2>
      {isAdmin && <MarketChoice market={market} onMarket={setMarket} />}
      {(!isAdmin || market !== '') && (
        <ListBody query={query} data={query.data} skeletonRows={4} bare>
          {(settings) => <MarketForm key={JSON.stringify(settings)} settings={settings} market={market} />}
        </ListBody>
      )}
      <div className={styles.limits}>
        <h3>{texts.limits}</h3>
        <p>{texts.limitsNote}</p>
        <Link to="/dashboard/dispositivos" className={buttonClass({ variant: 'secondary' })}>
          {texts.toDevices}
        </Link>
      </div>
    </Panel>
  );
}

function MarketChoice({ market, onMarket }: { market: string; onMarket: (code: string) => void }) {
  const reloads = useRefreshMercado();
  const query = useQuery({
    queryKey: ['markets', reloads],
    queryFn: async () => take(await listMarkets()),
  });
  return (
    <ListBody query={query} data={query.data} skeletonRows={1} bare>
      {(markets) => (
        <SelectField
          label={texts.marketOf}
          labelHidden
          icon={Building2}
          placeholder={texts.chooseMarket}
          options={markets.map(({ globalMarketId, marketName }) => ({
            value: globalMarketId,
            label: marketName,
          }))}
          value={market}
          onChange={(event) => onMarket(event.target.value)}
        />
      )}
    </ListBody>
  );
}
