import { Suspense } from 'react';
import type { SettingsPlace } from '#src/client/extra.ts';
import { clientExtras } from '#src/client/extras.ts';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { MarketCode } from '#src/protocol/brands.ts';

interface ExtraPanelsProps {
  place: SettingsPlace;
  role: UserType;
  market: MarketCode;
}

/** Panels that extras add at one place of the settings page. */
export function ExtraPanels({ place, role, market }: ExtraPanelsProps) {
  return Object.entries(clientExtras).flatMap(([name, { settingsPanels = [] }]) =>
    settingsPanels
      .filter((panel) => panel.place === place && panel.roles.includes(role))
      .map(({ Panel }, nth) => (
        <Suspense key={`${name} ${nth}`} fallback={<SkeletonRows rows={2} />}>
          <Panel market={market} />
        </Suspense>
      )),
  );
}
