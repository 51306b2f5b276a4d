import { LogOut, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useDeviceFacts } from '#src/client/local/live-device.ts';
import { useOutboxSummary } from '#src/client/local/live.ts';
import type { OutboxSummary } from '#src/client/local/read-outbox.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { leave } from '#src/client/shared/leave.ts';
import type { SessionUser } from '#src/client/state/session.ts';
import { outboxTexts } from '#src/client/texts/counter/outbox-texts.ts';
import { dashboardTexts as texts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Dialog, ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { rememberTheme, shownTheme } from '#src/client/ui/theme.ts';
import type { DashboardPage } from './dashboard-pages.ts';
import styles from './account-dialog.module.css';

interface AccountDialogProps {
  user: SessionUser;
  pages: readonly DashboardPage[];
  onClose: () => void;
}

export function AccountDialog({ user, pages, onClose }: AccountDialogProps) {
  const summary = useOutboxSummary();
  const [leaving, setLeaving] = useState<'no' | 'reading' | 'asked'>('no');
  // Nobody leaves before the outbox was read: what stays behind is said first.
  if (leaving === 'reading' && summary !== undefined && summary.openCount > 0) setLeaving('asked');
  const isFree = leaving === 'reading' && summary?.openCount === 0;
  useEffect(() => {
    if (isFree) leave();
  }, [isFree]);
  if (leaving === 'asked' && summary !== undefined) return <AskLeave summary={summary} onStay={onClose} />;
  return (
    <ReadDialog
      title={texts.account}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="secondary"
            icon={LogOut}
            busy={leaving === 'reading'}
            onClick={() => setLeaving('reading')}
          >
            {texts.signOut}
          </Button>
        </>
      }
    >
      <p className={styles.who}>
        {user.email}
        <span>{roleTexts[user.userType]}</span>
      </p>
      <div className={styles.items}>
        {pages.map((page) => (
          <Link
            key={page.path}
            to={`/dashboard/${page.path}`}
            className={`${buttonClass({ variant: 'secondary', wide: true })} ${styles.beyondFoot}`}
            onClick={onClose}
          >
            <Icon of={page.icon} />
            {page.label}
          </Link>
        ))}
        <ThemeSwitch />
      </div>
    </ReadDialog>
  );
}

function ThemeSwitch() {
  const [theme, setTheme] = useState(shownTheme);
  const other = theme === 'day' ? 'night' : 'day';
  return (
    <Button
      variant="secondary"
      wide
      icon={other === 'night' ? Moon : Sun}
      onClick={() => {
        rememberTheme(other);
        setTheme(other);
      }}
    >
      {other === 'night' ? texts.dark : texts.light}
    </Button>
  );
}

/** Before leaving with money on the way: says what stays. */
function AskLeave({ summary, onStay }: { summary: OutboxSummary; onStay: () => void }) {
  const sendsItself = useDeviceFacts()?.state === 'active';
  return (
    <Dialog
      title={outboxTexts.leaveTitle(summary.openCount, amountText(summary.openSum))}
      onClose={onStay}
      actions={
        <>
          <Button variant="secondary" onClick={leave}>
            {outboxTexts.leave}
          </Button>
          <Button data-safe onClick={onStay}>
            {outboxTexts.stay}
          </Button>
        </>
      }
    >
      <p>
        {sendsItself ? outboxTexts.leaveAlone(summary.openCount) : outboxTexts.leaveNote(summary.openCount)}
      </p>
    </Dialog>
  );
}
