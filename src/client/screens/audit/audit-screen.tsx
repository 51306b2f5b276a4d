import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { ListPager } from '#src/client/shared/lists/list-pager.tsx';
import { auditTexts as texts } from '#src/client/texts/office/audit-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import type { DecisionRow } from '#src/contract/accounts/decision.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable, DecisionDetail } from './audit-table.tsx';
import { useAuditFile } from './use-audit-file.ts';
import { noFilter, useAudit, useDeviceNames } from './use-audit.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';

export function AuditScreen() {
  const { filter, setFilter, query, wanted, pages } = useAudit();
  const deviceName = useDeviceNames();
  const file = useAuditFile(deviceName);
  const [shown, setShown] = useState<DecisionRow | null>(null);
  return (
    <>
      <header className={listStyles.head}>
        <h1>{texts.title}</h1>
        <Button
          variant="secondary"
          size="row"
          icon={FileDown}
          busy={file.gathered !== null}
          busyText={texts.gathering(file.gathered ?? 0)}
          onClick={() => void file.save(wanted)}
        >
          {texts.csv}
        </Button>
      </header>
      <AuditFilters filter={filter} onFilter={setFilter} />
      <ListBody
        query={query}
        data={query.data}
        isEmpty={query.data?.items.length === 0}
        empty={<Nothing isFiltered={Object.keys(wanted).length > 0} onClear={() => setFilter(noFilter)} />}
      >
        {({ items, nextCursor }) => (
          <>
            <AuditTable rows={items} deviceName={deviceName} onSee={setShown} />
            <ListPager page={pages.page} shown={texts.shown(items.length)} {...pages.steps(nextCursor)} />
          </>
        )}
      </ListBody>
      {shown !== null && (
        <DecisionDetail
          row={shown}
          deviceName={deviceName}
          onClose={() => setShown(null)}
          onPerson={(person) => {
            setFilter({ ...filter, person });
            setShown(null);
          }}
        />
      )}
    </>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState drawing="basket" title={texts.noneTitle}>
        <p>{texts.none}</p>
      </EmptyState>
    );
  return (
    <EmptyState
      drawing="lens"
      title={texts.noMatchTitle}
      actions={
        <Button variant="secondary" onClick={onClear}>
          {texts.clear}
        </Button>
      }
    >
      <p>{texts.noMatch}</p>
    </EmptyState>
  );
}
