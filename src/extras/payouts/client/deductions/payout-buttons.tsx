import { Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { PayoutPartProps } from '#src/client/shared/extra.ts';
import { RowButton } from '#src/client/shared/tables/columns.tsx';
import { buttonClass } from '#src/client/ui/button.tsx';
import type { Payout } from '#src/contract/cash/schemas.ts';
import { deductionTexts } from '#src/extras/payouts/texts/deduction-texts.ts';
import { payManyTexts } from '#src/extras/payouts/texts/pay-many-texts.ts';
import { GiveBack } from './give-back.tsx';

const canGiveBack = ({ deductions }: Payout): boolean => deductions.some(({ voided }) => !voided);

export function hasButtons(payout: Payout): boolean {
  return payout.codeRun !== '' || canGiveBack(payout);
}

/** Gives a deduction back, and opens the signing sheet of a payout that was one of several. */
export function PayoutButtons({ payout, onDialog }: PayoutPartProps) {
  return (
    <>
      {canGiveBack(payout) && (
        <RowButton
          text={deductionTexts.back}
          label={deductionTexts.backOf(payout.codePago)}
          variant="secondary"
          icon={Undo2}
          onClick={() => onDialog(<GiveBack payout={payout} onClose={() => onDialog(null)} />)}
        />
      )}
      {payout.codeRun !== '' && (
        <Link
          to={`?hoja=${payout.codeRun}`}
          className={buttonClass({ variant: 'secondary', size: 'row' })}
          aria-label={payManyTexts.sheetOfRun(payout.codeRun)}
        >
          {payManyTexts.printSheet}
        </Link>
      )}
    </>
  );
}
