import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { openKindsOf, useRestored } from '#src/client/queries/restored.ts';
import { restoredTexts as texts } from '#src/client/texts/restored-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';

/**
 * The market has not confirmed its payouts of the time that a restore lost, so the server would refuse any
 * new one.
 */
export function useIsPayoutLocked(): boolean {
  return openKindsOf(useRestored().data?.restore).length > 0;
}

export function PayoutLock() {
  return (
    <Notice kind="pending">
      <p>{texts.locked}</p>
      <p>
        <Link
          to="/dashboard/caja/despues-de-restaurar"
          className={buttonClass({ variant: 'secondary', size: 'row' })}
        >
          <Icon of={ReceiptText} size={22} />
          <span>{texts.toPapers}</span>
        </Link>
      </p>
    </Notice>
  );
}
