import type { LucideIcon } from 'lucide-react';
import { Banknote, QrCode, ShoppingBasket, UserRoundCheck } from 'lucide-react';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import { Panel } from '#src/client/ui/panel.tsx';
import type { Today } from '#src/contract/today.ts';
import type { UserType } from '#src/contract/user-type.ts';
import { amountText } from '../amount-text.ts';
import { timeText } from '../dates.ts';
import styles from './figures-board.module.css';

interface Figure {
  name: string;
  icon: LucideIcon;
  value: string;
  note: string;
}

interface FiguresBoardProps {
  userType: UserType;
  today: Today;
  /** milliseconds since the epoch */
  readAt: number;
}

/** Figures as one board, not as cards. */
export function FiguresBoard({ userType, today, readAt }: FiguresBoardProps) {
  return (
    <Panel className={styles.board}>
      <h2 className={styles.head}>{texts.today(timeText(readAt))}</h2>
      <dl className={styles.figures}>
        {figuresOf(userType, today).map((figure) => (
          <div key={figure.name} className={styles.figure}>
            <dt>
              <Icon of={figure.icon} size={22} />
              {figure.name}
            </dt>
            <dd className={styles.value} style={lettersOf(figure.value)}>
              {figure.value}
            </dd>
            <dd className={styles.note}>{figure.note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function figuresOf(userType: UserType, today: Today): Figure[] {
  const sold: Figure = {
    name: texts.sold,
    icon: ShoppingBasket,
    value: amountText(today.purchases.total),
    note: texts.purchases(today.purchases.count),
  };
  const toppedUp: Figure = {
    name: texts.toppedUp,
    icon: Banknote,
    value: amountText(today.topUps.total),
    note: texts.topUps(today.topUps.count),
  };
  if (userType === 'ESTANTE') return [sold];
  if (userType === 'RECARGA') return [toppedUp];
  const outstanding: Figure = {
    name: texts.outstanding,
    icon: QrCode,
    value: amountText(today.outstanding),
    note: texts.outstandingNote,
  };
  const approvals: Figure = {
    name: texts.approvals,
    icon: UserRoundCheck,
    value: String(today.pendingApprovals),
    note: texts.approvalsNote(today.pendingApprovals),
  };
  return [sold, toppedUp, outstanding, approvals];
}
