import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import type { PayoutPartProps } from '#src/client/shared/extra.ts';
import { RowButton } from '#src/client/shared/tables/columns.tsx';
import { buttonClass } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { Deduction } from '#src/contract/cash/deduction.ts';
import type { Payout } from '#src/contract/cash/schemas.ts';
import { payoutCalls } from '#src/extras/payouts/contract/calls.ts';
import { deductionTexts, deductionTexts as texts } from '#src/extras/payouts/texts/deduction-texts.ts';
import { payManyTexts } from '#src/extras/payouts/texts/pay-many-texts.ts';
import { deductionName } from './deduction-draft.ts';

const canGiveBack = ({ deductions }: Payout): boolean => deductions.some(({ voided }) => !voided);

export function hasButtons(payout: Payout): boolean {
  return payout.codeRun !== '' || canGiveBack(payout);
}

/** Returns a deduction, and opens the signing sheet of a payout that was part of a run. */
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

interface GiveBackProps {
  payout: Payout;
  onClose: () => void;
}

function labelOf(one: Deduction): string {
  return `${deductionName(one)} ${amountText(0 - one.monto)}`;
}

/** Devolver un descuento: the amount is owed to the stall again. */
function GiveBack({ payout: { estanteName, deductions }, onClose }: GiveBackProps) {
  const staleAfter = useStaleAfter();
  const open = deductions.filter(({ voided }) => !voided);
  const [chosen, setChosen] = useState(open[0]?._id ?? '');
  const [reason, setReason] = useState('');
  const amount = amountText(open.find(({ _id }) => _id === chosen)?.monto ?? 0);
  return (
    <MoneyConfirm
      subject={`deduction ${chosen}`}
      send={(opId, body) => callServer(payoutCalls.voidDeduction, { opId, body })}
      body={{ id: chosen, reason: reason.trim() }}
      isReady={reason.trim() !== ''}
      title={texts.backTitle}
      no={texts.backNo}
      yes={texts.backYes(amount)}
      onNo={onClose}
      onDone={({ monto }) => {
        showToast('success', texts.backDone(amountText(monto), estanteName));
        void staleAfter('stall paid');
        onClose();
      }}
    >
      {open.length > 1 ? (
        <FilterChips
          label={texts.which}
          chosen={chosen}
          onChoose={setChosen}
          chips={open.map((one) => ({ value: one._id, label: labelOf(one) }))}
        />
      ) : (
        open.map((one) => <p key={one._id}>{labelOf(one)}</p>)
      )}
      <p>{texts.backNote(amount, estanteName)}</p>
      <ReasonField
        label={texts.backReason}
        hint={texts.backReasonHint}
        reason={reason}
        onReason={setReason}
        first
      />
    </MoneyConfirm>
  );
}
