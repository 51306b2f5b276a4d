import type { LucideIcon } from 'lucide-react';
import { Banknote, ChevronRight, PackagePlus, ScanQrCode, UserRoundCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { UserType } from '#src/contract/user-type.ts';
import styles from './home-actions.module.css';

interface HomeActionsProps {
  userType: UserType;
  pendingApprovals: number;
}

/** The one thing a role comes for, and what waits for its decision. */
export function HomeActions({ userType, pendingApprovals }: HomeActionsProps) {
  if (userType === 'RECARGA')
    return (
      <MainAction to="/dashboard/puntos-de-recarga/create" icon={Banknote} note={texts.startTopUpNote}>
        {texts.startTopUp}
      </MainAction>
    );
  if (userType === 'ESTANTE')
    return (
      <MainAction to="/dashboard/escanear" icon={ScanQrCode} note={texts.startScanNote}>
        {texts.startScan}
      </MainAction>
    );
  if (userType === 'PROVEEDOR')
    return (
      <MainAction to="/dashboard/estantes/create" icon={PackagePlus} note={texts.startProductNote}>
        {texts.startProduct}
      </MainAction>
    );
  if (pendingApprovals === 0) return null;
  return (
    <Link to="/dashboard/mercados-globales" className={`${styles.action} ${styles.waiting}`}>
      <Icon of={UserRoundCheck} size={28} />
      <span className={styles.words}>
        <strong>{texts.pendingApprovals(pendingApprovals)}</strong>
        {texts.pendingNote}
      </span>
      <span className={styles.go}>{texts.review}</span>
    </Link>
  );
}

interface MainActionProps {
  to: string;
  icon: LucideIcon;
  note: string;
  children: string;
}

function MainAction({ to, icon, note, children }: MainActionProps) {
  return (
    <Link to={to} className={`${styles.action} ${styles.main}`}>
      <Icon of={icon} size={40} />
      <span className={styles.words}>
        <strong>{children}</strong>
        {note}
      </span>
      <Icon of={ChevronRight} size={28} />
    </Link>
  );
}
