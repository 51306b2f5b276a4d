import { questionTexts } from '#src/client/texts/restored-texts.ts';
import type { Restore, RestoreKind } from '#src/contract/restored/schemas.ts';
import { ofMomentText } from './moment-text.ts';
import styles from './restored.module.css';

/** The newest number of a kind in the restored copy. Papers to confirm have later numbers. */
export function LastKnown({ kind, restore }: { kind: RestoreKind; restore: Restore }) {
  const last = restore.last[kind];
  if (last === null) return <>{questionTexts[kind].noLast}</>;
  return (
    <>
      {questionTexts[kind].last} <b className={styles.code}>{last.code}</b>, {ofMomentText(last.createAt)}.
    </>
  );
}
