import { AccountList } from './account-list.tsx';
import { accountKinds } from './account-kind.ts';
import { RegisterCode } from './register-code.tsx';

export function StallsScreen() {
  return <AccountList kind={accountKinds.stalls} aside={<RegisterCode />} />;
}
