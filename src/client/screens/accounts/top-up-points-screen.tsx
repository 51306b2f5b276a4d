import { useQuery } from '@tanstack/react-query';
import { listTopUpPoints } from '#src/client/api/markets.ts';
import { accountsTexts } from '#src/client/texts/accounts-texts.ts';
import { amountText } from '../amount-text.ts';
import { take } from '../dashboard/call-failure.ts';
import { AccountList } from './account-list.tsx';
import { accountKinds } from './account-kind.ts';
import { RegisterCode } from './register-code.tsx';

export function TopUpPointsScreen() {
  const points = useQuery({
    queryKey: ['top-up-points'],
    queryFn: async () => take(await listTopUpPoints()),
  });
  const totals = new Map(points.data?.map((point) => [point._id, point.todayTotal]));
  return (
    <AccountList
      kind={accountKinds.topUpPoints}
      aside={<RegisterCode />}
      extra={{
        head: accountsTexts.toppedUpToday,
        of: (user) => {
          const total = totals.get(user._id);
          return total === undefined ? '—' : amountText(total);
        },
      }}
    />
  );
}
