import { questionTexts, restoredTexts as texts } from '#src/client/texts/restored-texts.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { restoreKinds, type Restore, type RestoreKind } from '#src/contract/restored/schemas.ts';
import styles from './restored.module.css';

/** Shown when every kind has an answer: the confirmed amount of each kind, and whether the books add up. */
export function RestoredSummary({ restore: { confirmed, addsUp } }: { restore: Restore }) {
  return (
    <Panel className={styles.panel}>
      <FactList
        facts={[
          ...restoreKinds.map((kind) => ({
            name: questionTexts[kind].name,
            value: countOf(
              kind,
              confirmed.filter((paper) => paper.kind === kind && paper.state !== 'withdrawn').length,
            ),
          })),
          { name: texts.accounts, value: addsUp ? texts.addUp : texts.doNotAddUp },
        ]}
      />
    </Panel>
  );
}

function countOf(kind: RestoreKind, count: number): string {
  if (count === 0) return questionTexts[kind].none;
  return kind === 'refunds' ? texts.countHers(count) : texts.count(count);
}
