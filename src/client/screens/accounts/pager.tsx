import { ChevronLeft, ChevronRight } from 'lucide-react';
import { accountsTexts } from '#src/client/texts/accounts-texts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { AccountKind } from './account-kind.ts';
import styles from './accounts.module.css';

interface PagerProps {
  kind: AccountKind;
  shown: number;
  total: number;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function Pager({ kind, shown, total, onPrevious, onNext }: PagerProps) {
  return (
    <div className={styles.pager}>
      <p role="status">{accountsTexts.shown(shown, total, accountsTexts.nouns[kind.noun])}</p>
      {(onPrevious !== undefined || onNext !== undefined) && (
        <div className={styles.pages}>
          <Button
            variant="secondary"
            size="row"
            keepIcon
            icon={ChevronLeft}
            disabled={onPrevious === undefined}
            onClick={onPrevious}
          >
            {commonTexts.previous}
          </Button>
          <Button
            variant="secondary"
            size="row"
            keepIcon
            trailing={ChevronRight}
            disabled={onNext === undefined}
            onClick={onNext}
          >
            {commonTexts.next}
          </Button>
        </div>
      )}
    </div>
  );
}
