import { Link } from 'react-router-dom';
import { buttonClass } from '#src/client/ui/button.tsx';
import type { Payout } from '#src/contract/cash/schemas.ts';
import { payManyTexts as texts } from '#src/extras/payouts/texts/pay-many-texts.ts';

/** Opens the signing sheet of a payout that was part of a run. */
export function SheetLink({ payout: { codeRun } }: { payout: Payout }) {
  return (
    <Link
      to={`?hoja=${codeRun}`}
      className={buttonClass({ variant: 'secondary', size: 'row' })}
      aria-label={texts.sheetOfRun(codeRun)}
    >
      {texts.printSheet}
    </Link>
  );
}
