import { Undo2 } from 'lucide-react';
import { personName } from '#src/client/shared/names.ts';
import { FailureNotice } from '#src/client/shared/problem/failure-notice.tsx';
import { customerTexts as texts } from '#src/client/texts/customers-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import type { User } from '#src/contract/user.ts';
import { useRestore } from './use-restore.ts';
import styles from './customers.module.css';

/** After a deletion, over the list: it can be taken back. */
export function DeletedNotice({ customer, onRestored }: { customer: User; onRestored: () => void }) {
  const restore = useRestore(onRestored);
  return (
    <>
      <Notice kind="info">
        <div className={styles.undo}>
          {texts.deleted1(personName(customer.ownerName))}
          <Button
            variant="secondary"
            size="row"
            icon={Undo2}
            busy={restore.isPending}
            onClick={() => restore.mutate(customer)}
          >
            {texts.undo}
          </Button>
        </div>
      </Notice>
      <FailureNotice error={restore.error} />
    </>
  );
}
