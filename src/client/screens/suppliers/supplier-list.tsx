import { keys } from '#src/client/queries/keys.ts';
import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { supplierCalls } from '#src/contract/calls/products.ts';
import { ChevronRight } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { dateText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { NoMatch, SearchField } from '#src/client/shared/lists/search-field.tsx';
import { plainText } from '#src/client/shared/names.ts';
import { supplierTexts as texts } from '#src/client/texts/office/suppliers-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { User } from '#src/contract/accounts/user.ts';
import styles from './suppliers.module.css';

const drawnAtFirst = 50;

export function SupplierList({ onSupplier }: { onSupplier: (id: string) => void }) {
  const query = useQuery({
    queryKey: keys.suppliers.all,
    queryFn: async () => unwrap(await callServer(supplierCalls.listSuppliers)),
  });
  const [search, setSearch] = useState('');
  const [isWhole, setWhole] = useState(false);
  const q = useDeferredValue(search);
  const found = (query.data ?? []).filter(({ ownerName }) => plainText(ownerName).includes(plainText(q)));
  const drawn = isWhole ? found : found.slice(0, drawnAtFirst);
  return (
    <>
      <div role="search">
        <SearchField label={texts.searchSupplier} value={search} onSearch={setSearch} />
      </div>
      <ListBody
        query={query}
        data={query.data}
        isEmpty={found.length === 0}
        empty={q.trim() === '' ? <NoSuppliers /> : <NoMatch search={q} onClear={() => setSearch('')} />}
      >
        {() => (
          <>
            <DataTable
              caption={texts.suppliers}
              columns={columnsOf(onSupplier)}
              rows={drawn}
              rowKey={({ _id }) => _id}
            />
            <div className={styles.foot}>
              <p role="status">{texts.shownSuppliers(found.length)}</p>
              {drawn.length < found.length && (
                <Button variant="secondary" size="row" onClick={() => setWhole(true)}>
                  {texts.showAll(found.length)}
                </Button>
              )}
            </div>
          </>
        )}
      </ListBody>
    </>
  );
}

function NoSuppliers() {
  return (
    <EmptyState drawing="stall" title={texts.noSuppliersTitle}>
      <p>{texts.noSuppliers}</p>
    </EmptyState>
  );
}

function columnsOf(onSupplier: (id: string) => void): Column<User>[] {
  return [
    { id: 'name', head: texts.supplier, card: 'title', cell: ({ ownerName }) => ownerName },
    { id: 'phone', head: texts.phone, cell: ({ phone }) => phone },
    { id: 'email', head: texts.email, cell: ({ email }) => <span className={styles.email}>{email}</span> },
    { id: 'since', head: texts.since, card: 'hidden', cell: ({ createAt }) => dateText(createAt) },
    {
      id: 'actions',
      head: texts.actions,
      headHidden: true,
      card: 'corner',
      cell: ({ _id, ownerName }) => (
        <Button
          variant="text"
          size="row"
          trailing={ChevronRight}
          aria-label={texts.seeOf(ownerName)}
          onClick={() => onSupplier(_id)}
        >
          {texts.see}
        </Button>
      ),
    },
  ];
}
