import { Banknote, HandCoins, type LucideIcon, QrCode, ShoppingBasket, UserRoundCheck } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { MarketToday, Today } from '#src/contract/markets/today.ts';
import { formatAmount } from '#src/domain/money.ts';
import styles from './figures-board.module.css';

interface FiguresBoardProps {
  figures: readonly Figure[];
  /** Milliseconds since the epoch. */
  readAt: number;
  /** Shown beside the head, or below it on a narrow screen. */
  aside?: string | undefined;
}

/** Figures as one board, not as cards. */
export function FiguresBoard({ figures, readAt, aside }: FiguresBoardProps) {
  const longest = figures.reduce((most, { value }) => (value.length > most.length ? value : most), '');
  return (
    <Panel className={styles.board}>
      <div className={`between pad-row ${styles.head}`}>
        <h2>{texts.today(timeText(readAt))}</h2>
        {aside !== undefined && <p className="soft small">{aside}</p>}
      </div>
      <dl className={styles.figures}>
        {figures.map((figure) => (
          <div key={figure.name} className={`stack-8 ${styles.figure}`}>
            <dt>
              <Icon of={figure.icon} size={22} />
              {figure.name}
            </dt>
            <dd className={styles.value} style={lettersOf(longest)}>
              {figure.value}
            </dd>
            <dd className="soft small">{figure.note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** As tall as the board that it stands for. */
export function FiguresBoardSkeleton({ figures }: { figures: number }) {
  return (
    <Panel className={styles.board} aria-hidden>
      <div className={`between pad-row ${styles.head}`}>
        <h2 className={styles.bone}>&nbsp;</h2>
      </div>
      <div className={styles.figures}>
        {Array.from({ length: figures }, (_, place) => (
          <div key={place} className={`stack-8 ${styles.figure}`}>
            <span className={styles.bone}>&nbsp;</span>
            <span className={`${styles.value} ${styles.bone}`} style={lettersOf('$0,000,000')}>
              &nbsp;
            </span>
            <span className={`soft small ${styles.bone}`}>&nbsp;</span>
          </div>
        ))}
      </div>
    </Panel>
  );
}

interface Figure {
  name: string;
  icon: LucideIcon;
  value: string;
  note: string;
}

export function marketFigures({ purchases, topUps, outstanding, owed }: MarketToday): Figure[] {
  return [
    soldFigure(purchases),
    toppedUpFigure(topUps),
    {
      name: texts.outstanding,
      icon: QrCode,
      value: amountText(outstanding.total),
      note: texts.codes(formatAmount(outstanding.count)),
    },
    {
      name: texts.owed,
      icon: HandCoins,
      value: amountText(owed.total),
      note: texts.toStalls(formatAmount(owed.count)),
    },
  ];
}

/** Today's figures of every role but the market. */
export function roleFigures(userType: UserType, today: Today): Figure[] {
  if (userType === 'RECARGA') return [toppedUpFigure(today.topUps)];
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
  return [soldFigure(today.purchases), toppedUpFigure(today.topUps), outstanding, approvals];
}

function soldFigure({ count, total }: Today['purchases']): Figure {
  return {
    name: texts.sold,
    icon: ShoppingBasket,
    value: amountText(total),
    note: texts.purchases(formatAmount(count)),
  };
}

function toppedUpFigure({ count, total }: Today['topUps']): Figure {
  return {
    name: texts.toppedUp,
    icon: Banknote,
    value: amountText(total),
    note: texts.topUps(formatAmount(count)),
  };
}
