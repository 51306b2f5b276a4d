import { Gift, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { figureColumn } from '#src/client/list/columns.tsx';
import { List } from '#src/client/list/list.tsx';
import { useChange } from '#src/client/queries/stale.ts';
import { rewardTexts as texts, pointsTexts } from '#src/client/texts/customers/points-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { pointsCalls } from '#src/contract/points/calls.ts';
import type { Reward } from '#src/contract/points/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { CreateReward, EditReward } from './edit-reward.tsx';
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
    () => {
      showToast('success', texts.deleted1(reward.name));
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={texts.askDelete(reward.name)}
      no={texts.noDelete}
      yes={texts.yesDelete}
      tone="danger"
      busy={remove.isPending}
      error={remove.error}
      onNo={onClose}
      onYes={() => remove.mutate()}
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
