import { dateTimeText } from '#src/client/shared/dates.ts';
import { auditTexts as texts, decisionTexts } from '#src/client/texts/audit-texts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';
import { FactList } from '#src/client/ui/fact-list.tsx';
import type { DecisionRow } from '#src/contract/decision.ts';
import { changesOf, subjectKindOf } from './facts-in-words.ts';
import styles from './audit.module.css';

interface DecisionDetailProps {
  row: DecisionRow;
  deviceName: (id: string | null) => string;
  onClose: () => void;
  onPerson: (person: { id: string; name: string }) => void;
}

export function DecisionDetail({ row, deviceName, onClose, onPerson }: DecisionDetailProps) {
  const { actorId, actorName } = row;
  return (
    <Dialog
      title={decisionTexts[row.kind]}
      onClose={onClose}
      actions={
        <>
          {actorId !== null && (
            <Button variant="secondary" onClick={() => onPerson({ id: actorId, name: actorName })}>
              {texts.onlyPerson(actorName)}
            </Button>
          )}
          <Button data-safe onClick={onClose}>
            {commonTexts.close}
          </Button>
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
    </Dialog>
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
