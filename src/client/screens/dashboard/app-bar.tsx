import { CircleUserRound } from 'lucide-react';
import { BarChip } from '#src/client/shared/bar-chip.tsx';
import { shortPersonName } from '#src/client/shared/short-name.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { useConnection } from '#src/client/state/connection.ts';
import type { SessionUser } from '#src/client/state/session.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { chipTexts, dashboardTexts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { Mark } from '#src/client/ui/brand/wordmark.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
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

/** Under the bar while the outbox drains. One operation is answered within the tap and shows nothing. */
function DrainProgress() {
  const { sending } = useConnection();
  if (sending === null || sending.total < 2) return null;
  return <ProgressBar label={chipTexts.progress} done={sending.done} total={sending.total} />;
}

interface ProgressBarProps {
  label: string;
  done: number;
  total: number;
}

/** Under the bar while the outbox drains; progress by number, not by percentage. */
function ProgressBar({ label, done, total }: ProgressBarProps) {
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <div className={styles.fill} style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}
