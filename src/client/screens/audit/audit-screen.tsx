import { FileDown, ListFilter, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { List } from '#src/client/list/list.tsx';
import { type Asked, useAsked } from '#src/client/list/paging.tsx';
import { PeriodPicker } from '#src/client/list/period/period-picker.tsx';
import { periodOf, instantsOf, type Period } from '#src/client/list/period/period.ts';
import { SearchField, EmptyList, NoMatch } from '#src/client/list/search-field.tsx';
import { useDecisionPage } from '#src/client/queries/accounts.ts';
import { useDevices } from '#src/client/queries/devices.ts';
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
import { defaultPageSize } from '#src/contract/limits.ts';
import { columnsOf, DecisionDetail, useAuditFile } from './audit-table.tsx';

export function AuditScreen() {
  const asked = useAsked<AuditFilter>(noFilter);
  const wanted = queryOf(asked.q, useDeferredValue(asked.choices));
  const query = useDecisionPage(wanted, asked.cursor, defaultPageSize);
  const { items, nextCursor } = query.data ?? {};
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
      <AuditFilters asked={asked} />
      <List
        query={query}
        rows={items}
        next={nextCursor}
        asked={asked}
        caption={texts.title}
        columns={columnsOf(deviceName, setShown)}
        rowKey={({ _id }) => _id}
        nothing={<Nothing isFiltered={Object.keys(wanted).length > 0} onClear={() => clear(asked)} />}
        shown={texts.shown(items?.length ?? 0)}
      />
      {shown !== null && (
        <DecisionDetail
          row={shown}
          deviceName={deviceName}
          onClose={() => setShown(null)}
          onPerson={(person) => {
            asked.choose({ person });
            setShown(null);
          }}
        />
      )}
    </>
  );
}

function clear({ choose, field }: Asked<AuditFilter>): void {
  choose(noFilter);
  field.onSearch('');
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyList drawing="basket" title={texts.noneTitle} note={texts.none} />;
  return <NoMatch title={texts.noMatchTitle} note={texts.noMatch} clear={texts.clear} onClear={onClear} />;
}

/** Ten years, which covers every decision ever made. */
const longest = 3653;

const kindOptions = [
  { value: '', label: texts.allKinds },
  ...decisionKinds.map((value) => ({ value, label: decisionTexts[value] })),
];

function AuditFilters({ asked: { field, choices, choose } }: { asked: Asked<AuditFilter> }) {
  const { kind, person, period } = choices;
  return (
    <div className="stack-12" role="search">
      <div className="stack-12 beside">
        <SearchField label={texts.search} {...field} />
        <SelectField
          label={texts.kind}
          labelHidden
          icon={ListFilter}
          options={kindOptions}
          value={kind}
          onChange={(event) =>
            choose({ kind: decisionKinds.find((one) => one === event.target.value) ?? '' })
          }
        />
      </div>
      <FilterChips<'any' | 'some'>
        label={texts.dates}
        chosen={period === null ? 'any' : 'some'}
        onChoose={(chosen) => choose({ period: chosen === 'any' ? null : periodOf('week') })}
        chips={[
          { value: 'any', label: texts.anyDate },
          { value: 'some', label: texts.someDates },
        ]}
      />
      {period !== null && (
        <PeriodPicker period={period} onPeriod={(next) => choose({ period: next })} longest={longest} />
      )}
      {person !== null && (
        <div>
          <Button variant="secondary" size="row" trailing={X} onClick={() => choose({ person: null })}>
            {texts.onlyPerson(person.name)}
          </Button>
        </div>
      )}
    </div>
  );
}

interface AuditFilter {
  kind: DecisionKind | '';
  person: { id: string; name: string } | null;
  /** Null for any time. */
  period: Period | null;
}

const noFilter: AuditFilter = { kind: '', person: null, period: null };

/** A period is whole days in this device's time zone. */
function queryOf(q: string, { kind, person, period }: AuditFilter): DecisionQuery {
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
