import { type ReactNode, useState } from 'react';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './lists.module.css';

const drawnAtFirst = 50;

interface DrawnRowsProps<Row> {
  rows: readonly Row[];
  /** how many there are, in words */
  shown?: string;
  children: (drawn: readonly Row[]) => ReactNode;
}

/** A long list is not drawn whole before somebody asks for it. */
export function DrawnRows<Row>({ rows, shown, children }: DrawnRowsProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  const drawn = isWhole ? rows : rows.slice(0, drawnAtFirst);
  return (
    <>
      {children(drawn)}
      {(shown !== undefined || drawn.length < rows.length) && (
        <div className={styles.more}>
          {shown !== undefined && <p role="status">{shown}</p>}
          {drawn.length < rows.length && (
            <Button variant="secondary" size="row" onClick={() => setWhole(true)}>
              {listsTexts.showAll(rows.length)}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
