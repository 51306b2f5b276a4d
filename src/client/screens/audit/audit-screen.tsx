import { FileDown, ListFilter, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { csvFile } from '#src/client/device/files/sheet.ts';
import { openColumn } from '#src/client/list/columns.tsx';
import { List } from '#src/client/list/list.tsx';
import { type Asked, useAsked } from '#src/client/list/paging.tsx';
import { PeriodPicker } from '#src/client/list/period/period-picker.tsx';
import { instantsOf, type Period, periodOf, today } from '#src/client/list/period/period.ts';
import { EmptyList, NoMatch, SearchField } from '#src/client/list/search-field.tsx';
import { useDecisionPage } from '#src/client/queries/accounts.ts';
import { useDevices } from '#src/client/queries/devices.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { roleTexts } from '#src/client/texts/dashboard-texts.ts';
import {
  auditTexts as texts,
  decisionTexts,
  type FactText,
  factTexts,
  factWords,
  subjectTexts,
} from '#src/client/texts/reports/audit-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import {
  type DecisionKind,
  decisionKinds,
  type DecisionQuery,
  type DecisionRow,
} from '#src/contract/accounts/decision.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { formatAmount } from '#src/domain/money.ts';

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
function useDeviceNames(): DeviceName {
  const { data } = useDevices({ staleTime: 60_000 });
  return (deviceId) => {
    if (deviceId === null) return texts.noDevice;
    return data?.find(({ _id }) => _id === deviceId)?.name ?? texts.unknownDevice(deviceId.slice(0, 8));
  };
}

function columnsOf(deviceName: DeviceName, onSee: (row: DecisionRow) => void): Column<DecisionRow>[] {
  return [
    {
      head: texts.when,
      cell: ({ createAt }) => dateTimeText(createAt),
      isWhole: true,
    },
    {
      head: texts.what,
      card: 'title',
      cell: (row) => (
        <>
          {decisionTexts[row.kind]}
          <span className="under">{changesOf(row).slice(0, 1).map(changeLine)}</span>
        </>
      ),
    },
    {
      head: texts.subject,
      cell: (row) => (
        <span className="breaks">
          {row.subject.name}
          <span className="under">{subjectKindOf(row)}</span>
        </span>
      ),
    },
    {
      head: texts.who,
      cell: ({ actorName, deviceId }) => (
        <span className="breaks">
          <span className="soft cards-only">{texts.by} </span>
          {actorName || texts.nobody}
          {deviceId !== null && <span className="under">{deviceName(deviceId)}</span>}
        </span>
      ),
    },
    openColumn((row) => texts.seeOf(decisionTexts[row.kind], row.subject.name), onSee),
  ];
}

interface DecisionDetailProps {
  row: DecisionRow;
  deviceName: DeviceName;
  onClose: () => void;
  onPerson: (person: { id: string; name: string }) => void;
}

function DecisionDetail({ row, deviceName, onClose, onPerson }: DecisionDetailProps) {
  const { actorId, actorName } = row;
  return (
    <ReadDialog
      title={decisionTexts[row.kind]}
      onClose={onClose}
      actions={
        actorId !== null && (
          <Button variant="secondary" onClick={() => onPerson({ id: actorId, name: actorName })}>
            {texts.onlyPerson(actorName)}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          { name: texts.when, value: dateTimeText(row.createAt) },
          { name: texts.who, value: whoOf(row) },
          { name: texts.subject, value: [subjectKindOf(row), row.subject.name].filter(Boolean).join(' · ') },
          { name: texts.device, value: deviceName(row.deviceId) },
          ...(row.marketName === '' ? [] : [{ name: texts.market, value: row.marketName }]),
        ]}
      />
      <h3>{texts.change}</h3>
      <Changes row={row} />
    </ReadDialog>
  );
}

function Changes({ row }: { row: DecisionRow }) {
  const changes = changesOf(row);
  if (changes.length === 0) return <p>{texts.noChange}</p>;
  return (
    <FactList
      facts={changes.map(({ name, was, is }) => ({
        name,
        value: (
          <>
            {was !== null && was !== is && <span className="under">{texts.was(was)}</span>}
            {is}
          </>
        ),
      }))}
    />
  );
}

function whoOf({ actorName, actorType }: DecisionRow): string {
  if (actorName === '') return texts.nobody;
  const roles: Record<string, string> = roleTexts;
  return [actorName, roles[actorType]].filter(Boolean).join(' · ');
}

const perCall = 100;
const most = 5000;

/** All rows that match the filters, as one file. `gathered` counts the rows while they load. */
function useAuditFile(deviceName: DeviceName) {
  const [gathered, setGathered] = useState<number | null>(null);

  async function save(wanted: DecisionQuery): Promise<void> {
    if (gathered !== null) return;
    const rows: DecisionRow[] = [];
    let cursor: string | undefined;
    setGathered(0);
    do {
      const outcome = await callServer(accountCalls.listDecisions, {
        query: { ...wanted, limit: perCall, ...(cursor ? { cursor } : {}) },
      });
      if (outcome.kind !== 'ok') {
        setGathered(null);
        showToast('error', failureText(outcome));
        return;
      }
      rows.push(...outcome.data.items);
      cursor = outcome.data.nextCursor ?? undefined;
      setGathered(rows.length);
    } while (cursor !== undefined && rows.length < most);
    setGathered(null);
    if (cursor !== undefined) showToast('info', texts.tooMany(rows.length));
    const cells = rows.map((row) => fileColumns.map(([, textOf]) => textOf(row, deviceName)));
    const sheet = { name: texts.title, head: fileColumns.map(([head]) => head), rows: cells };
    downloadFile(csvFile([sheet]), `${texts.fileName}-${today()}.csv`);
  }

  return { gathered, save };
}

type DeviceName = (id: string | null) => string;

/** Columns of the file: each head, and its text for a row. */
const fileColumns: readonly [string, (row: DecisionRow, deviceName: DeviceName) => string][] = [
  [texts.when, ({ createAt }) => dateTimeText(createAt)],
  [texts.what, ({ kind }) => decisionTexts[kind]],
  [texts.who, ({ actorName }) => actorName || texts.nobody],
  [texts.subject, (row) => [subjectKindOf(row), row.subject.name].filter(Boolean).join(' ')],
  [texts.device, ({ deviceId }, deviceName) => deviceName(deviceId)],
  [texts.market, ({ marketName }) => marketName],
  [texts.change, (row) => changesOf(row).map(changeLine).join(' · ')],
  [texts.code, ({ subject }) => subject.id],
];

interface FactChange {
  name: string;
  /** Null when the fact did not exist before. */
  was: string | null;
  is: string | null;
}

const facts: Partial<Record<string, FactText>> = factTexts;

/** Returns the facts that a decision changed. Unchanged facts are left out, unless nothing changed at all. */
function changesOf({ before, after }: Pick<DecisionRow, 'before' | 'after'>): FactChange[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const all = keys.map((key) => ({
    name: facts[key]?.name ?? key,
    was: wordsOf(key, before?.[key]),
    is: wordsOf(key, after?.[key]),
  }));
  const changed = all.filter(({ was, is }) => was !== is);
  return changed.length > 0 ? changed : all;
}

/** Formats one change: "Estado: Pendiente → Aprobado". */
function changeLine({ name, was, is }: FactChange): string {
  if (was === null || was === is) return `${name}: ${is ?? was ?? ''}`;
  return is === null ? `${name}: ${was}` : `${name}: ${was} → ${is}`;
}

function wordsOf(key: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return numberText(key, value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value === '') return texts.empty;
  return facts[key]?.as === 'word' ? (factWords[value] ?? value) : value;
}

function numberText(key: string, value: number): string {
  const as = facts[key]?.as;
  if (as === 'money') return amountText(value);
  return value < 0 ? `-${formatAmount(-value)}` : formatAmount(value);
}

/** "Estante" of an account, "Producto" of a product. */
function subjectKindOf({ subject }: Pick<DecisionRow, 'subject'>): string {
  const subjects: Partial<Record<string, string>> = { ...roleTexts, ...subjectTexts };
  return subjects[subject.type] ?? '';
}
