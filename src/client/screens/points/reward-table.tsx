import { Pencil, Trash2 } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { pointsTexts, rewardTexts as texts } from '#src/client/texts/office/points-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { Reward } from '#src/contract/markets/points.ts';
import { formatAmount } from '#src/domain/money.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';
import styles from './points.module.css';

const icons = { edit: Pencil, delete: Trash2 };

export type RewardChange = 'edit' | 'delete';

interface RewardTableProps {
  rewards: readonly Reward[];
  withMarket: boolean;
  changes: readonly RewardChange[];
  onChange: (change: RewardChange, reward: Reward) => void;
}

export function RewardTable({ rewards, withMarket, changes, onChange }: RewardTableProps) {
  return (
    <DataTable
      caption={pointsTexts.rewards}
      columns={columnsOf(withMarket, changes, onChange)}
      rows={rewards}
      rowKey={({ _id }) => _id}
    />
  );
}

function columnsOf(
  withMarket: boolean,
  changes: readonly RewardChange[],
  onChange: RewardTableProps['onChange'],
): Column<Reward>[] {
  const market: Column<Reward>[] = withMarket
    ? [{ id: 'market', head: texts.market, cell: ({ globalMarketId }) => globalMarketId }]
    : [];
  const actions: Column<Reward>[] =
    changes.length === 0
      ? []
      : [
          {
            id: 'actions',
            head: texts.actions,
            headHidden: true,
            card: 'actions',
            cell: (reward) => (
              <div className={styles.changes}>
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
            ),
          },
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
