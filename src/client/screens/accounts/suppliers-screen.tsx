import { AccountList } from './account-list.tsx';
import { accountKinds } from './account-kind.ts';

export function SuppliersScreen() {
  return <AccountList kind={accountKinds.suppliers} />;
}
