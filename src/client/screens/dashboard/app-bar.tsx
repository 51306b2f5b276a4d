import { CircleUserRound } from 'lucide-react';
import { BarChip } from '#src/client/shared/bar-chip.tsx';
import { shortPersonName } from '#src/client/shared/names.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import type { SessionUser } from '#src/client/state/session.ts';
import { appTexts } from '#src/client/texts/app-texts.ts';
import { dashboardTexts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Mark } from '#src/client/ui/mark.tsx';
import { DrainProgress } from './drain-progress.tsx';
import styles from './app-bar.module.css';

interface AppBarProps {
  user: SessionUser;
  onAccount: () => void;
}

export function AppBar({ user, onAccount }: AppBarProps) {
  const place = usePlace();
  const hasOutbox = user.userType === 'RECARGA' || user.userType === 'ESTANTE';
  return (
    <header className={styles.bar}>
      <Mark />
      <div className={styles.who}>
        <p className={styles.name}>{place.name === '' ? appTexts.name : place.name}</p>
        <p className={styles.place}>{placeOf(user, place.marketName)}</p>
      </div>
      <BarChip opensOutbox={hasOutbox} />
      <button type="button" className={styles.account} aria-haspopup="dialog" onClick={onAccount}>
        <Icon of={CircleUserRound} />
        <span>{place.ownerName === '' ? user.email.split('@')[0] : shortPersonName(place.ownerName)}</span>
      </button>
      <div className={styles.progress}>
        <DrainProgress />
      </div>
    </header>
  );
}

function placeOf(user: SessionUser, marketName: string): string {
  if (user.userType === 'GLOBAL_MARKET' && user.globalMarketId !== '')
    return dashboardTexts.marketCode(user.globalMarketId);
  const role = roleTexts[user.userType];
  return marketName === '' ? role : dashboardTexts.roleAt(role, marketName);
}
