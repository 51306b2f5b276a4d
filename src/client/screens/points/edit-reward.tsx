import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useMarketSettings } from '#src/client/queries/markets.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { useFormKey } from '#src/client/shared/form/use-draft.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { rewardTexts as texts } from '#src/client/texts/customers/points-texts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { CheckField } from '#src/client/ui/fields/check-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { toAmount, toMarketCode, toPoints, type Points } from '#src/contract/brands.ts';
import { maxLength } from '#src/contract/limits.ts';
import { pointsCalls } from '#src/contract/points/calls.ts';
import type { Reward, RewardCommand, RewardEdit } from '#src/contract/points/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';

/** Earlier redemptions are not changed. */
export function EditReward({ reward, onClose }: { reward: Reward; onClose: () => void }) {
  const [draft, setDraft] = useState<RewardDraft>({ ...reward, monto: reward.monto ?? 0 });
  const [active, setActive] = useState(reward.active);
  const edit = useChange(
    'reward changed',
    (command: RewardEdit) => callServer(pointsCalls.editReward, { body: command }),
    ({ name }) => {
      showToast('success', texts.saved1(name));
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={texts.editTitle}
      yes={texts.saveEdit}
      busy={edit.isPending}
      error={edit.error}
      onNo={onClose}
      onYes={() => {
        if (isComplete(draft)) edit.mutate({ ...commandOf(draft), id: reward._id, active });
      }}
    >
      <RewardFields draft={draft} onDraft={setDraft} isTried />
      <CheckField label={texts.active} hint={texts.activeNote} checked={active} onChecked={setActive} />
    </ConfirmDialog>
  );
}

export function CreateReward({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(emptyReward);
  const [isTried, setTried] = useState(false);
  const create = useCreate(onClose);

  function submit() {
    setTried(true);
    if (isComplete(draft)) create.mutate(commandOf(draft));
  }

  return (
    <ConfirmDialog
      title={texts.createTitle}
      yes={texts.save}
      busy={create.isPending}
      error={create.error}
      onNo={onClose}
      onYes={submit}
    >
      <RewardFields draft={draft} onDraft={setDraft} isTried={isTried} />
    </ConfirmDialog>
  );
}

function useCreate(onDone: () => void) {
  const { keyOf } = useFormKey();
  return useChange(
    'reward changed',
    (command: RewardCommand) => callServer(pointsCalls.createReward, { opId: keyOf(command), body: command }),
    ({ name }) => {
      showToast('success', texts.created1(name));
      onDone();
    },
  );
}

interface RewardFieldsProps {
  draft: RewardDraft;
  onDraft: (draft: RewardDraft) => void;
  /** The person tried to save: missing fields are named. */
  isTried: boolean;
}

function RewardFields({ draft, onDraft, isTried }: RewardFieldsProps) {
  const { name, description, pointsCost, monto } = draft;
  const errorOf = (isWrong: boolean, text: string) => (isTried && isWrong ? text : undefined);
  return (
    <>
      <Field
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={maxLength.productName}
        value={name}
        data-safe
        error={errorOf(name.trim() === '', texts.nameNeeded)}
        onChange={(event) => onDraft({ ...draft, name: event.target.value })}
      />
      <Field
        label={texts.description}
        hint={texts.descriptionHint}
        maxLength={maxLength.reason}
        value={description}
        error={errorOf(description.trim() === '', texts.descriptionNeeded)}
        onChange={(event) => onDraft({ ...draft, description: event.target.value })}
      />
      <AmountField
        label={texts.costLabel}
        symbol=""
        amount={pointsCost}
        onAmount={(cost) => onDraft({ ...draft, pointsCost: toPoints(cost) })}
        max={maxTyped}
        error={errorOf(pointsCost === 0, texts.costNeeded)}
      />
      <AmountField
        label={texts.worthLabel}
        symbol={currencySymbol()}
        amount={monto}
        onAmount={(worth) => onDraft({ ...draft, monto: worth })}
        max={maxTyped}
      />
      <RewardShare draft={draft} />
    </>
  );
}

/** Shares above it pay a stall and a customer for moving the same cash every day. */
const maxPercent = 2;

/** Part of the turnover that the reward gives back. */
function RewardShare({ draft: { pointsCost, monto } }: { draft: RewardDraft }) {
  const pointsEvery = useMarketSettings(toMarketCode(''), { enabled: true }).data?.pointsEvery ?? 0;
  const bought = pointsCost * pointsEvery;
  if (monto === 0 || bought === 0) return null;
  const percent = formatAmount(Math.ceil((monto * 100) / bought));
  const text = texts.share(percent, amountText(monto), amountText(bought));
  return monto * 100 > bought * maxPercent ? (
    <Notice kind="info">{`${text} ${texts.shareHigh}`}</Notice>
  ) : (
    <p className="soft">{text}</p>
  );
}

/** Contents of a reward's form. Amounts are 0 while empty. */
interface RewardDraft {
  name: string;
  description: string;
  pointsCost: Points;
  /** Smallest unit shown; 0 when the reward is a thing. */
  monto: number;
}

const emptyReward: RewardDraft = { name: '', description: '', pointsCost: toPoints(0), monto: 0 };

function isComplete({ name, description, pointsCost }: RewardDraft): boolean {
  return name.trim() !== '' && description.trim() !== '' && pointsCost > 0;
}

function commandOf({ name, description, pointsCost, monto }: RewardDraft): RewardCommand {
  const worth = monto === 0 ? {} : { monto: toAmount(monto) };
  return { name: name.trim(), description: description.trim(), pointsCost, ...worth };
}
