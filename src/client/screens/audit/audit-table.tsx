import { dateTimeText } from '#src/client/shared/dates.ts';
import { openColumn } from '#src/client/shared/tables/columns.tsx';
import { roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { auditTexts as texts, decisionTexts } from '#src/client/texts/office/audit-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { DecisionRow } from '#src/contract/accounts/decision.ts';
import { changeLine, changesOf, subjectKindOf } from './use-audit-file.ts';
import styles from './audit.module.css';

interface AuditTableProps {
  rows: readonly DecisionRow[];
  deviceName: (id: string | null) => string;
  onSee: (row: DecisionRow) => void;
}

export function AuditTable(props: AuditTableProps) {
  return (
    <DataTable caption={texts.title} columns={columnsOf(props)} rows={props.rows} rowKey={({ _id }) => _id} />
  );
}

function columnsOf({ deviceName, onSee }: AuditTableProps): Column<DecisionRow>[] {
  return [
    {
      id: 'when',
      head: texts.when,
      cell: ({ createAt }) => dateTimeText(createAt),
      isWhole: true,
    },
    {
      id: 'what',
      head: texts.what,
      card: 'title',
      cell: (row) => (
        <>
          {decisionTexts[row.kind]}
          <span className={styles.soft}>{changesOf(row).slice(0, 1).map(changeLine)}</span>
        </>
      ),
    },
    {
      id: 'subject',
      head: texts.subject,
      cell: (row) => (
        <span className={styles.name}>
          {row.subject.name}
          <span className={styles.soft}>{subjectKindOf(row)}</span>
        </span>
      ),
    },
    {
      id: 'who',
      head: texts.who,
      cell: ({ actorName, deviceId }) => (
        <span className={styles.name}>
          <span className={styles.by}>{texts.by} </span>
          {actorName === '' ? texts.nobody : actorName}
          {deviceId !== null && <span className={styles.soft}>{deviceName(deviceId)}</span>}
        </span>
      ),
    },
    openColumn((row) => texts.seeOf(decisionTexts[row.kind], row.subject.name), onSee),
  ];
}

interface DecisionDetailProps {
  row: DecisionRow;
  deviceName: (id: string | null) => string;
  onClose: () => void;
  onPerson: (person: { id: string; name: string }) => void;
}

export function DecisionDetail({ row, deviceName, onClose, onPerson }: DecisionDetailProps) {
  const { actorId, actorName } = row;
  return (
    <ReadDialog
      title={decisionTexts[row.kind]}
      onClose={onClose}
      actions={
        <>
          {actorId !== null && (
            <Button variant="secondary" onClick={() => onPerson({ id: actorId, name: actorName })}>
              {texts.onlyPerson(actorName)}
            </Button>
          )}
        </>
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
    <ul className={styles.changes}>
      {changes.map(({ name, was, is }) => (
        <li key={name} className={styles.change}>
          <b>{name}</b>
          {was !== null && was !== is && (
            <span>
              <span className={styles.soft}>{texts.was}</span>
              {was}
            </span>
          )}
          {is !== null && (
            <span>
              {was !== null && was !== is && <span className={styles.soft}>{texts.is}</span>}
              {is}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function whoOf({ actorName, actorType }: DecisionRow): string {
  if (actorName === '') return texts.nobody;
  const roles: Record<string, string> = roleTexts;
  return [actorName, roles[actorType]].filter(Boolean).join(' · ');
}
