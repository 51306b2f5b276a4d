import { ChevronRight } from 'lucide-react';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { auditTexts as texts, decisionTexts } from '#src/client/texts/audit-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { type Column, DataTable } from '#src/client/ui/data-table.tsx';
import type { DecisionRow } from '#src/contract/decision.ts';
import { changeLine, changesOf, subjectKindOf } from './facts-in-words.ts';
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
    {
      id: 'actions',
      head: texts.actions,
      headHidden: true,
      card: 'corner',
      cell: (row) => (
        <Button
          variant="text"
          size="row"
          trailing={ChevronRight}
          aria-label={texts.seeOf(decisionTexts[row.kind], row.subject.name)}
          onClick={() => onSee(row)}
        >
          {texts.see}
        </Button>
      ),
    },
  ];
}
