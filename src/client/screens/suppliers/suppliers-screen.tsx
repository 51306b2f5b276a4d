import { type ComponentType, type ReactNode, useState } from 'react';
import { supplierTexts as texts } from '#src/client/texts/office/suppliers-texts.ts';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { Catalogue } from './catalogue.tsx';
import { SupplierDetail } from './supplier-detail.tsx';
import { SupplierList } from './supplier-list.tsx';

type View = 'catalogue' | 'suppliers' | 'accounts';

interface SuppliersScreenProps {
  /** Whether one decides about accounts: then they come first. */
  decides: boolean;
  /** The accounts of suppliers, under the choice of views. */
  accounts: ComponentType<{ views: ReactNode }>;
}

/** What suppliers offer, and who they are. */
export function SuppliersScreen({ decides, accounts: Accounts }: SuppliersScreenProps) {
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
  if (view === 'accounts') return <Accounts views={chips} />;
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
