import { useState } from 'react';
import type { Actor } from '#src/client/state/unlocked.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { supplierTexts as texts } from '#src/client/texts/suppliers-texts.ts';
import { FilterChips } from '#src/client/ui/filter-chips.tsx';
import { accountKinds } from '../accounts/account-kind.ts';
import { AccountList } from '../accounts/account-list.tsx';
import { Catalogue } from './catalogue.tsx';
import { OwnSupplierProducts } from './own-supplier-products.tsx';
import { SupplierDetail } from './supplier-detail.tsx';
import { SupplierList } from './supplier-list.tsx';

type View = 'catalogue' | 'suppliers' | 'accounts';

/** A supplier has its own products here; everybody else looks for what suppliers offer. */
export function SuppliersScreen() {
  const actor = useActor();
  if (actor === null) return null;
  return actor.userType === 'PROVEEDOR' ? <OwnSupplierProducts id={actor.id} /> : <Market actor={actor} />;
}

function Market({ actor }: { actor: Actor }) {
  const decides = actor.userType === 'ADMIN';
  const [view, setView] = useState<View>(decides ? 'accounts' : 'catalogue');
  const [shownId, setShownId] = useState<string | null>(null);
  const views: View[] = decides ? ['accounts', 'catalogue', 'suppliers'] : ['catalogue', 'suppliers'];
  const chips = (
    <FilterChips<View>
      label={texts.views}
      chosen={view}
      onChoose={setView}
      chips={views.map((value) => ({ value, label: texts[value] }))}
    />
  );
  if (view === 'accounts') return <AccountList kind={accountKinds.suppliers} views={chips} />;
  return (
    <>
      <h1>{texts.title}</h1>
      {chips}
      {view === 'catalogue' && <Catalogue onSupplier={setShownId} />}
      {view === 'suppliers' && <SupplierList onSupplier={setShownId} />}
      {shownId !== null && <SupplierDetail id={shownId} onClose={() => setShownId(null)} />}
    </>
  );
}
