import { useSessionUser } from '#src/client/state/session.ts';
import { MarketHome } from './market-home.tsx';
import { RoleHome } from './role-home.tsx';

export function HomeScreen() {
  const user = useSessionUser();
  if (user === null) return null;
  return user.userType === 'GLOBAL_MARKET' ? <MarketHome /> : <RoleHome userType={user.userType} />;
}
