import { callServer } from '#src/client/api/call-server.ts';
import { Fields } from '#src/client/form/fields.tsx';
import { filled, FormDialog, useSave } from '#src/client/form/form-page.tsx';
import { useForm } from '#src/client/form/form.tsx';
import { MoneyConfirm } from '#src/client/money/money-confirm.tsx';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { cashTexts } from '#src/client/texts/cash/cash-texts.ts';
import { tillTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { Till } from '#src/contract/cash/till.ts';
import { type Amount, toAmount } from '#src/protocol/brands.ts';

interface TillDialogProps {
  till: Till;
  onClose: () => void;
}

/** base de caja: the float with which a till starts the day. */
export function GiveFloat({ till: { topUpPointId, ownerName }, onClose }: TillDialogProps) {
  const staleAfter = useStaleAfter();
  const draft = useForm({ monto: 0, note: '' }, () => ({}));
  const { monto, note } = draft.contents;
  const name = personName(ownerName);
  const amount = amountText(monto);
  return (
    <MoneyConfirm
      subject={`float ${topUpPointId}`}
      send={(opId, body) => callServer(cashCalls.giveFloat, { opId, body })}
      body={{ topUpPointId, monto: toAmount(monto), ...filled({ note: note.trim() }) }}
      isReady={monto > 0}
      title={monto > 0 ? texts.askFloat(amount, name) : texts.giveFloatTo(name)}
      no={texts.noFloat}
      yes={texts.yesFloat(amount)}
      onNo={onClose}
      onDone={(given) => {
        showToast('success', texts.floatGiven(amountText(given.monto), name));
        void staleAfter('cash received');
        onClose();
      }}
    >
      <p>{texts.floatNote}</p>
      <Fields of={draft} fields={floatFields} />
    </MoneyConfirm>
  );
}

const floatFields = [
  { kind: 'amount', name: 'monto', label: texts.floatAmount, clearable: true, takesFocus: true },
  { kind: 'reason', name: 'note', label: cashTexts.note, hint: cashTexts.noteHint },
] as const;

/** tope de una caja: its own, or the one of all the market's points. */
export function SetCeiling({ till, onClose }: TillDialogProps) {
  const { topUpPointId, ownerName, ceiling, isOwnCeiling } = till;
  const name = personName(ownerName);
  const save = useSave(
    'cash received',
    (asked: { isOfMarket: boolean; ceiling: Amount }) =>
      callServer(cashCalls.setTillCeiling, {
        body: { topUpPointId, ...(asked.isOfMarket ? {} : { ceiling: asked.ceiling }) },
      }),
    (changed) => {
      showToast('success', texts.ceilingSaved(name, amountText(changed.ceiling)));
      onClose();
    },
  );
  return (
    <FormDialog
      title={texts.ceilingTitle(name)}
      yes={texts.ceilingSave}
      start={{ isOfMarket: !isOwnCeiling, ceiling: toAmount(ceiling) }}
      fields={({ isOfMarket }) => [
        { kind: 'part', of: <p>{texts.ceilingNote}</p> },
        { kind: 'check', name: 'isOfMarket', label: texts.ceilingOfMarket },
        ...(isOfMarket ? [] : [ceilingField]),
      ]}
      {...{ save, onClose }}
    />
  );
}

const ceilingField = {
  kind: 'amount',
  name: 'ceiling',
  label: texts.ceilingAmount,
  clearable: true,
  wrong: cashTexts.amountNeeded,
} as const;
