import { CircleUserRound } from 'lucide-react';
import type { SessionUser } from '#src/client/state/session.ts';
import { dashboardTexts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { appTexts } from '#src/client/texts/app-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Mark } from '#src/client/ui/mark.tsx';
import type { Today } from '#src/contract/today.ts';
import { shortPersonName } from '../person-name.ts';
import { BarChip } from './bar-chip.tsx';
import { DrainProgress } from './drain-progress.tsx';
import { useToday } from './use-today.ts';
import styles from './app-bar.module.css';

interface AppBarProps {
  user: SessionUser;
  onAccount: () => void;
}

export function AppBar({ user, onAccount }: AppBarProps) {
  const today = useToday().data;
  const hasOutbox = user.userType === 'RECARGA' || user.userType === 'ESTANTE';
  return (
    <header className={styles.bar}>
      <Mark />
      <div className={styles.who}>
        <p className={styles.name}>{today?.name ?? appTexts.name}</p>
        <p className={styles.place}>{placeOf(user, today)}</p>
      </div>
      <BarChip opensOutbox={hasOutbox} />
      <button type="button" className={styles.account} aria-haspopup="dialog" onClick={onAccount}>
        <Icon of={CircleUserRound} />
        <span>{today ? shortPersonName(today.ownerName) : user.email.split('@')[0]}</span>
      </button>
      <div className={styles.progress}>
        <DrainProgress />
      </div>
    </header>
  );
}

function placeOf(user: SessionUser, today: Today | undefined): string {
  if (user.userType === 'GLOBAL_MARKET' && user.globalMarketId !== '')
    return dashboardTexts.marketCode(user.globalMarketId);
  const role = roleTexts[user.userType];
  const marketName = today?.marketName ?? '';
  return marketName === '' ? role : dashboardTexts.roleAt(role, marketName);
}
