import { Gift, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import type { FormField } from '#src/client/form/fields.tsx';
import { type Draftable, filled, FormDialog, saying, useSave } from '#src/client/form/form-page.tsx';
import { figureColumn } from '#src/client/list/columns.tsx';
import { List } from '#src/client/list/list.tsx';
import { useMarketSettings } from '#src/client/queries/markets.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { rewardTexts as texts, pointsTexts } from '#src/client/texts/customers/points-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { pointsCalls } from '#src/contract/points/calls.ts';
import { type Reward, type RewardCommand, rewardEditSchema } from '#src/contract/points/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { toAmount, toMarketCode, toPoints } from '#src/protocol/brands.ts';
import { useRewards } from './find-customer.tsx';

/** ADMIN can remove rewards but not edit them. */
export function RewardList({ userType }: { userType: UserType }) {
  const query = useRewards();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const onClose = () => setDialog(null);
  const mayCreate = userType === 'GLOBAL_MARKET';
  const create = (
    <div>
      <Button icon={Gift} onClick={() => setDialog(<CreateReward onClose={onClose} />)}>
        {texts.create}
      </Button>
    </div>
  );
  return (
    <>
      {mayCreate && query.data !== undefined && query.data.length > 0 && create}
      <List
        query={query}
        rows={query.data}
        caption={pointsTexts.rewards}
        columns={columnsOf(userType === 'ADMIN')}
        acts={[
          {
            text: texts.edit,
            label: ({ name }) => texts.editOf(name),
            icon: Pencil,
            when: () => mayCreate,
            onAct: (reward) => setDialog(<EditReward {...{ reward, onClose }} />),
          },
          {
            text: texts.delete,
            label: ({ name }) => texts.deleteOf(name),
            icon: Trash2,
            variant: 'danger',
            when: () => mayCreate || userType === 'ADMIN',
            onAct: (reward) => setDialog(<DeleteReward {...{ reward, onClose }} />),
          },
        ]}
        rowKey={({ _id }) => _id}
        empty={{
          drawing: 'basket',
          title: texts.noneTitle,
          note: mayCreate ? texts.none : texts.noneHere,
          actions: mayCreate ? create : undefined,
        }}
      />
      {dialog}
    </>
  );
}

function DeleteReward({ reward, onClose }: { reward: Reward; onClose: () => void }) {
  const remove = useChange(
    'reward changed',
    () => callServer(pointsCalls.deleteReward, { params: { id: reward._id } }),
    saying(() => texts.deleted1(reward.name), onClose),
  );
  return (
    <ConfirmDialog
      title={texts.askDelete(reward.name)}
      no={texts.noDelete}
      yes={texts.yesDelete}
      tone="danger"
      save={remove}
      onNo={onClose}
    >
      <p>{texts.deleteNote}</p>
    </ConfirmDialog>
  );
}

function columnsOf(withMarket: boolean): (Column<Reward> | false)[] {
  return [
    { head: texts.reward, cell: ({ name }) => name, card: 'title' },
    { head: texts.description, cell: ({ description }) => description },
    {
      head: texts.state,
      cell: ({ active }) => (
        <Badge kind={active ? 'paid' : 'inactive'}>{active ? texts.current : texts.paused}</Badge>
      ),
    },
    withMarket && { head: texts.market, cell: ({ globalMarketId }) => globalMarketId },
    { head: texts.worth, cell: ({ monto }) => (monto === undefined ? texts.noWorth : amountText(monto)) },
    figureColumn(texts.cost, ({ pointsCost }) => pointsTexts.pointsOf(formatAmount(pointsCost))),
  ];
}

/** A reward is a thing while its amount is 0. */
type RewardDraft = Draftable<RewardCommand>;

const emptyReward: RewardDraft = { name: '', description: '', pointsCost: toPoints(0), monto: toAmount(0) };

/** Earlier redemptions are not changed. */
function EditReward({ reward, onClose }: { reward: Reward; onClose: () => void }) {
  const { _id: id, name, description, pointsCost, monto = toAmount(0), active } = reward;
  const save = useSave(
    'reward changed',
    ({ monto: worth, ...edited }: RewardDraft & { active: boolean }) =>
      callServer(pointsCalls.editReward, { body: { ...edited, ...filled({ monto: worth }), id } }),
    saying((saved) => texts.saved1(saved.name), onClose),
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

function CreateReward({ onClose }: { onClose: () => void }) {
  const save = useSave(
    'reward changed',
    ({ monto, ...reward }: RewardDraft, opId) =>
      callServer(pointsCalls.createReward, { opId, body: { ...reward, ...filled({ monto }) } }),
    saying(({ name }) => texts.created1(name), onClose),
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
