import { Gift, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { actionsColumn, figureColumn } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { rewardTexts as texts, pointsTexts } from '#src/client/texts/customers/points-texts.ts';
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

export function RewardList({ userType }: { userType: UserType }) {
  const query = useRewards();
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<{ reward: Reward; to: RewardChange } | null>(null);
  const mayCreate = userType === 'GLOBAL_MARKET';
  const create = (
    <div>
      <Button icon={Gift} onClick={() => setCreating(true)}>
        {texts.create}
      </Button>
    </div>
  );
  return (
    <>
      {mayCreate && query.data !== undefined && query.data.length > 0 && create}
      <ListTable
        query={query}
        rows={query.data}
        caption={pointsTexts.rewards}
        columns={columnsOf(userType === 'ADMIN', changesOf(userType), (to, reward) =>
          setAsked({ to, reward }),
        )}
        rowKey={({ _id }) => _id}
        empty={{
          drawing: 'basket',
          title: texts.noneTitle,
          note: mayCreate ? texts.none : texts.noneHere,
          actions: mayCreate ? create : undefined,
        }}
      />
      {creating && <CreateReward onClose={() => setCreating(false)} />}
      {asked?.to === 'delete' && <DeleteReward reward={asked.reward} onClose={() => setAsked(null)} />}
      {asked?.to === 'edit' && <EditReward reward={asked.reward} onClose={() => setAsked(null)} />}
    </>
  );
}

/** ADMIN can remove rewards but not edit them. */
function changesOf(userType: UserType): readonly RewardChange[] {
  if (userType === 'GLOBAL_MARKET') return ['edit', 'delete'];
  return userType === 'ADMIN' ? ['delete'] : [];
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

const icons = { edit: Pencil, delete: Trash2 };

type RewardChange = 'edit' | 'delete';

function columnsOf(
  withMarket: boolean,
  changes: readonly RewardChange[],
  onChange: (change: RewardChange, reward: Reward) => void,
): Column<Reward>[] {
  const market: Column<Reward>[] = withMarket
    ? [{ id: 'market', head: texts.market, cell: ({ globalMarketId }) => globalMarketId }]
    : [];
  const actions: Column<Reward>[] =
    changes.length === 0
      ? []
      : [
          actionsColumn((reward) => (
            <div className="cluster row-acts">
              {changes.map((change) => (
                <Button
                  key={change}
                  variant={change === 'delete' ? 'danger' : 'secondary'}
                  size="row"
                  icon={icons[change]}
                  aria-label={texts[`${change}Of`](reward.name)}
                  onClick={() => onChange(change, reward)}
                >
                  {texts[change]}
                </Button>
              ))}
            </div>
          )),
        ];
  return [
    { id: 'name', head: texts.reward, cell: ({ name }) => name, card: 'title' },
    { id: 'description', head: texts.description, cell: ({ description }) => description },
    {
      id: 'state',
      head: texts.state,
      cell: ({ active }) => (
        <Badge kind={active ? 'paid' : 'inactive'}>{active ? texts.current : texts.paused}</Badge>
      ),
    },
    ...market,
    {
      id: 'worth',
      head: texts.worth,
      cell: ({ monto }) => (monto === undefined ? texts.noWorth : amountText(monto)),
    },
    figureColumn('cost', texts.cost, ({ pointsCost }) => pointsTexts.pointsOf(formatAmount(pointsCost))),
    ...actions,
  ];
}
