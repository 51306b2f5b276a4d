import { ChevronRight, Download, LogOut, type LucideIcon, Moon, Sun, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState, useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { DashboardPage } from '#src/client/extra.ts';
import { onceLate } from '#src/client/local/db/in-time.ts';
import { useDeviceFacts, useOutboxSummary } from '#src/client/local/live/live-device.ts';
import type { OutboxSummary } from '#src/client/local/outbox/read-outbox.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { leave } from '#src/client/queries/leave.ts';
import { install, useCanInstall } from '#src/client/state/install-offer.ts';
import type { SessionUser } from '#src/client/state/session.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { dashboardTexts as texts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { outboxTexts } from '#src/client/texts/sync/outbox-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay, Dialog } from '#src/client/ui/layers/dialog.tsx';
import { Count } from '#src/client/ui/tables/count.tsx';
import { rememberTheme, shownTheme } from '#src/client/ui/theme.ts';
import type { NavCounts } from './menu-of-pages.ts';
import styles from './menus.module.css';

interface MenuProps {
  user: SessionUser;
  onClose: () => void;
}

interface MorePagesProps extends MenuProps {
  pages: readonly DashboardPage[];
  counts: NavCounts;
  /** The page's foot navigation stays visible, with "Más" as the current item. */
  foot: ReactNode;
}

/** "Más": every page that the open navigation, rail or foot, does not show. */
export function MorePages({ user, pages, counts, foot, onClose }: MorePagesProps) {
  const { ownerName } = usePlace();
  const leaving = useLeaving();
  const own = useId();
  if (leaving.asked !== null) return <AskLeave summary={leaving.asked} onStay={onClose} />;
  return (
    <Overlay label={texts.more} look="bare" onClose={onClose}>
      <div className={`column ${styles.more}`}>
        <MenuHead title={texts.more} onClose={onClose} />
        <div className={`stack-12 ${styles.sections}`}>
          {pages.length > 0 && (
            <ul className="card rows">
              <PageRows pages={pages} counts={counts} onGo={onClose} />
            </ul>
          )}
          <section className="stack-8" aria-labelledby={own}>
            <h3 id={own} className="soft small strong">
              {ownerName === '' ? user.email : personName(ownerName)}
            </h3>
            <ul className="card rows">
              <OwnRows leaving={leaving} />
            </ul>
          </section>
        </div>
        {foot}
      </div>
    </Overlay>
  );
}

/** The menu under the person's name on a wide screen. */
export function AccountMenu({ user, onClose }: MenuProps) {
  const { ownerName } = usePlace();
  const leaving = useLeaving();
  if (leaving.asked !== null) return <AskLeave summary={leaving.asked} onStay={onClose} />;
  return (
    <Overlay label={texts.account} look="menu" onClose={onClose}>
      <MenuHead title={ownerName === '' ? roleTexts[user.userType] : personName(ownerName)} onClose={onClose}>
        <p className="soft small">{user.email}</p>
      </MenuHead>
      <ul className="rows">
        <OwnRows leaving={leaving} />
      </ul>
    </Overlay>
  );
}

function MenuHead({
  title,
  children,
  onClose,
}: {
  title: string;
  children?: ReactNode;
  onClose: () => void;
}) {
  return (
    <div className={`split-4 underlined ${styles.head}`}>
      <div className="fill breaks">
        <h2>{title}</h2>
        {children}
      </div>
      <Button variant="text" icon={X} data-safe onClick={onClose}>
        {buttonTexts.close}
      </Button>
    </div>
  );
}

interface PageRowsProps {
  pages: readonly DashboardPage[];
  counts: NavCounts;
  onGo: () => void;
}

function PageRows({ pages, counts, onGo }: PageRowsProps) {
  return pages.map((page) => (
    <li key={page.path}>
      <Link to={`/dashboard/${page.path}`} className="row-12 plain go" onClick={onGo}>
        <Icon of={page.icon} />
        <span className="fill breaks">{page.label}</span>
        <Count of={counts.get(page.path)} />
        <Icon of={ChevronRight} size={20} />
      </Link>
    </li>
  ));
}

/** Rows that are not pages: installing the app where it is offered, the colour scheme, signing out. */
function OwnRows({ leaving }: { leaving: ReturnType<typeof useLeaving> }) {
  const [theme, setTheme] = useState(shownTheme);
  const other = theme === 'day' ? 'night' : 'day';
  const canInstall = useCanInstall();
  return (
    <>
      {canInstall && <OwnRow icon={Download} text={texts.install} onClick={() => void install()} />}
      <OwnRow
        icon={other === 'night' ? Moon : Sun}
        text={other === 'night' ? texts.dark : texts.light}
        onClick={() => {
          rememberTheme(other);
          setTheme(other);
        }}
      />
      <OwnRow
        icon={LogOut}
        text={leaving.isReading ? commonTexts.processing : texts.signOut}
        aria-disabled={leaving.isReading}
        onClick={leaving.start}
      />
    </>
  );
}

interface OwnRowProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  text: string;
}

function OwnRow({ icon, text, ...button }: OwnRowProps) {
  return (
    <li>
      <button type="button" className="row-12 plain go" {...button}>
        <Icon of={icon} />
        <span className="fill breaks">{text}</span>
      </button>
    </li>
  );
}

/** Signing out waits until the outbox has been read, and first lists what would stay on the device. */
function useLeaving() {
  const summary = useOutboxSummary();
  const [step, setStep] = useState<'no' | 'reading' | 'asked'>('no');
  if (step === 'reading' && summary !== undefined && summary.openCount > 0) setStep('asked');
  const isFree = summary?.openCount === 0;
  useEffect(() => {
    if (step !== 'reading') return undefined;
    // Signing out does not wait for a disk that does not answer: what it stores stays.
    return isFree ? leave() : onceLate(leave);
  }, [step, isFree]);
  return {
    start: () => setStep('reading'),
    isReading: step === 'reading',
    /** Operations that would stay on the device; null until the question is asked. */
    asked: step === 'asked' ? (summary ?? null) : null,
  };
}

/** Asks before signing out with money on its way, and lists what stays. */
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
