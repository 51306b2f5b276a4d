import { callServer } from '#src/client/api/call-server.ts';
import type { FormField } from '#src/client/form/fields.tsx';
import { type Draftable, filled, FormDialog, useSave } from '#src/client/form/form-page.tsx';
import { useMarketSettings } from '#src/client/queries/markets.ts';
import { rewardTexts as texts } from '#src/client/texts/customers/points-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { pointsCalls } from '#src/contract/points/calls.ts';
import { type Reward, type RewardCommand, rewardEditSchema } from '#src/contract/points/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { toAmount, toMarketCode, toPoints } from '#src/protocol/brands.ts';

/** A reward is a thing while its amount is 0. */
type RewardDraft = Draftable<RewardCommand>;

const emptyReward: RewardDraft = { name: '', description: '', pointsCost: toPoints(0), monto: toAmount(0) };

/** Earlier redemptions are not changed. */
export function EditReward({ reward, onClose }: { reward: Reward; onClose: () => void }) {
  const { _id: id, name, description, pointsCost, monto = toAmount(0), active } = reward;
  const save = useSave(
    'reward changed',
    ({ monto: worth, ...edited }: RewardDraft & { active: boolean }) =>
      callServer(pointsCalls.editReward, { body: { ...edited, ...filled({ monto: worth }), id } }),
    (saved) => {
      showToast('success', texts.saved1(saved.name));
      onClose();
    },
  );
  return (
    <FormDialog
      title={texts.editTitle}
      yes={texts.saveEdit}
      contract={rewardEditSchema}
      start={{ name, description, pointsCost, monto, active }}
      fields={(draft) => [
        ...fieldsOf(draft),
        { kind: 'check', name: 'active', label: texts.active, hint: texts.activeNote },
      ]}
      {...{ save, onClose }}
    />
  );
}

export function CreateReward({ onClose }: { onClose: () => void }) {
  const save = useSave(
    'reward changed',
    ({ monto, ...reward }: RewardDraft, opId) =>
      callServer(pointsCalls.createReward, { opId, body: { ...reward, ...filled({ monto }) } }),
    ({ name }) => {
      showToast('success', texts.created1(name));
      onClose();
    },
  );
  return (
    <FormDialog
      title={texts.createTitle}
      yes={texts.save}
      contract={rewardEditSchema}
      start={emptyReward}
      fields={fieldsOf}
      {...{ save, onClose }}
    />
  );
}

const fieldsOf = (draft: RewardDraft) =>
  [
    {
      kind: 'text',
      name: 'name',
      label: texts.name,
      placeholder: texts.namePlaceholder,
      first: true,
      wrong: texts.nameNeeded,
    },
    {
      kind: 'text',
      name: 'description',
      label: texts.description,
      hint: texts.descriptionHint,
      wrong: texts.descriptionNeeded,
    },
    { kind: 'amount', name: 'pointsCost', label: texts.costLabel, symbol: '', wrong: texts.costNeeded },
    { kind: 'amount', name: 'monto', label: texts.worthLabel },
    { kind: 'part', of: <RewardShare draft={draft} /> },
  ] satisfies FormField<RewardDraft>[];

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
