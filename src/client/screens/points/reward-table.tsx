import { Trash2 } from 'lucide-react';
import { pointsTexts, rewardTexts as texts } from '#src/client/texts/points-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { Column } from '#src/client/ui/data-table.tsx';
import { DataTable } from '#src/client/ui/data-table.tsx';
import type { Reward } from '#src/contract/points.ts';
import { formatAmount } from '#src/domain/money.ts';
import { amountText } from '../amount-text.ts';
import listStyles from '../lists/lists.module.css';

interface RewardTableProps {
  rewards: readonly Reward[];
  withMarket: boolean;
  onDelete: ((reward: Reward) => void) | undefined;
}

export function RewardTable({ rewards, withMarket, onDelete }: RewardTableProps) {
  return (
    <DataTable
      caption={pointsTexts.rewards}
      columns={columnsOf(withMarket, onDelete)}
      rows={rewards}
      rowKey={({ _id }) => _id}
    />
  );
}

function columnsOf(withMarket: boolean, onDelete: RewardTableProps['onDelete']): Column<Reward>[] {
  const market: Column<Reward>[] = withMarket
    ? [{ id: 'market', head: texts.market, cell: ({ globalMarketId }) => globalMarketId }]
    : [];
  const actions: Column<Reward>[] =
    onDelete === undefined
      ? []
      : [
          {
            id: 'actions',
            head: texts.actions,
            headHidden: true,
            card: 'actions',
            cell: (reward) => (
              <Button
                variant="danger"
                size="row"
                icon={Trash2}
                aria-label={texts.deleteOf(reward.name)}
                onClick={() => onDelete(reward)}
              >
                {texts.delete}
              </Button>
            ),
          },
        ];
  return [
    { id: 'name', head: texts.reward, cell: ({ name }) => name, card: 'title' },
    { id: 'description', head: texts.description, cell: ({ description }) => description },
    ...market,
    {
      id: 'worth',
      head: texts.worth,
      cell: ({ monto }) => (monto === undefined ? texts.noWorth : amountText(monto)),
    },
    {
      id: 'cost',
      head: texts.cost,
      align: 'end',
      card: 'badge',
      cell: ({ pointsCost }) => (
        <span className={listStyles.strong}>{pointsTexts.pointsOf(formatAmount(pointsCost))}</span>
      ),
    },
    ...actions,
  ];
}
