import { FileDown, ListFilter, X } from 'lucide-react';
import { useState, useDeferredValue } from 'react';
import { useDecisionPage } from '#src/client/queries/accounts.ts';
import { useDevices } from '#src/client/queries/devices.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { ListPager, useCursors } from '#src/client/shared/lists/list-pager.tsx';
import { SearchField, EmptyList, NoMatch } from '#src/client/shared/lists/search-field.tsx';
import { PeriodPicker } from '#src/client/shared/period/period-picker.tsx';
import { periodOf, instantsOf, type Period } from '#src/client/shared/period/period.ts';
import { auditTexts as texts, decisionTexts } from '#src/client/texts/reports/audit-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import {
  type DecisionRow,
  decisionKinds,
  type DecisionKind,
  type DecisionQuery,
} from '#src/contract/accounts/decision.ts';
import { AuditTable, DecisionDetail, useAuditFile } from './audit-table.tsx';
import styles from './audit.module.css';

export function AuditScreen() {
  const { filter, setFilter, query, wanted, pages } = useAudit();
  const deviceName = useDeviceNames();
  const file = useAuditFile(deviceName);
  const [shown, setShown] = useState<DecisionRow | null>(null);
  return (
    <>
      <header className="page-head">
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
  if (!isFiltered) return <EmptyList drawing="basket" title={texts.noneTitle} note={texts.none} />;
  return <NoMatch title={texts.noMatchTitle} note={texts.noMatch} clear={texts.clear} onClear={onClear} />;
}

interface AuditFiltersProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

/** Ten years, which covers every decision ever made. */
const longest = 3653;

const kindOptions = [
  { value: '', label: texts.allKinds },
  ...decisionKinds.map((value) => ({ value, label: decisionTexts[value] })),
];

function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const { search, kind, person, period } = filter;
  return (
    <div className="stack-12" role="search">
      <div className={`stack-12 ${styles.pair}`}>
        <SearchField
          label={texts.search}
          value={search}
          onSearch={(typed) => onFilter({ ...filter, search: typed })}
        />
        <SelectField
          label={texts.kind}
          labelHidden
          icon={ListFilter}
          options={kindOptions}
          value={kind}
          onChange={(event) =>
            onFilter({ ...filter, kind: decisionKinds.find((one) => one === event.target.value) ?? '' })
          }
        />
      </div>
      <FilterChips<'any' | 'some'>
        label={texts.dates}
        chosen={period === null ? 'any' : 'some'}
        onChoose={(chosen) => onFilter({ ...filter, period: chosen === 'any' ? null : periodOf('week') })}
        chips={[
          { value: 'any', label: texts.anyDate },
          { value: 'some', label: texts.someDates },
        ]}
      />
      {period !== null && (
        <PeriodPicker
          period={period}
          onPeriod={(next) => onFilter({ ...filter, period: next })}
          longest={longest}
        />
      )}
      {person !== null && (
        <div>
          <Button
            variant="secondary"
            size="row"
            trailing={X}
            onClick={() => onFilter({ ...filter, person: null })}
          >
            {texts.onlyPerson(person.name)}
          </Button>
        </div>
      )}
    </div>
  );
}

interface AuditFilter {
  search: string;
  kind: DecisionKind | '';
  person: { id: string; name: string } | null;
  /** Null for any time. */
  period: Period | null;
}

const noFilter: AuditFilter = { search: '', kind: '', person: null, period: null };

const pageSize = 25;

/** Filters and pages. A new filter starts at the first page. */
function useAudit() {
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const pages = useCursors();
  const asked = useDeferredValue(filter);
  const wanted = queryOf(asked);
  const query = useDecisionPage(wanted, pages.cursor, pageSize);
  return {
    filter,
    query,
    wanted,
    pages,
    setFilter: pages.fromStart(setFilter),
  };
}

/** A period is whole days in this device's time zone. */
function queryOf({ search, kind, person, period }: AuditFilter): DecisionQuery {
  const q = search.trim();
  return {
    ...(q === '' ? {} : { q }),
    ...(kind === '' ? {} : { kind }),
    ...(person === null ? {} : { actorId: person.id }),
    ...(period === null ? {} : instantsOf(period)),
  };
}

/** Returns the device's name, or its number until the list has loaded. */
function useDeviceNames(): (deviceId: string | null) => string {
  const { data } = useDevices({ staleTime: 60_000 });
  return (deviceId) => {
    if (deviceId === null) return texts.noDevice;
    return data?.find(({ _id }) => _id === deviceId)?.name ?? texts.unknownDevice(deviceId.slice(0, 8));
  };
}
