import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { CardPlace, Column } from '#src/client/ui/tables/data-table.tsx';

/** A column of figures at the end of the row. On a card it is beside the title, or left out. */
export function figureColumn<Row>(
  head: string,
  textOf: (row: Row) => string,
  card: 'badge' | 'hidden' = 'badge',
): Column<Row> {
  const cell = (row: Row) =>
    card === 'badge' ? <span className="bold whole">{textOf(row)}</span> : textOf(row);
  return { head, align: 'end', card, cell };
}

/** The last column, with the row's actions. Its heading is visually hidden. */
export function actionsColumn<Row>(
  cell: (row: Row) => ReactNode,
  card: CardPlace | ((row: Row) => CardPlace) = 'actions',
): Column<Row> {
  return { head: listsTexts.actions, headHidden: true, card, cell };
}

/** The last column of rows that open a page. `labelOf`: target, for screen readers. */
export function openColumn<Row>(labelOf: (row: Row) => string, onOpen: (row: Row) => void): Column<Row> {
  return actionsColumn(
    (row) => <OpenButton text={listsTexts.see} label={labelOf(row)} onOpen={() => onOpen(row)} />,
    'corner',
  );
}

/** A button at the end of a row. */
export interface Act<Row> {
  text: string;
  /** Action and row, for screen readers. */
  label: (row: Row) => string;
  icon?: LucideIcon;
  /** "secondary" by default. */
  variant?: 'primary' | 'secondary' | 'danger';
  /** Rows that have it; all of them by default. */
  when?: (row: Row) => boolean;
  busy?: (row: Row) => boolean;
  busyText?: string;
  /** Opens the row's page: on a card it is in the corner, and a tap on the card is enough. */
  opens?: boolean;
  onAct: (row: Row) => void;
}

/** The last column, with the row's buttons. A card without one has no foot. */
export function actsColumn<Row>(acts: readonly Act<Row>[]): Column<Row> {
  const actsOf = (row: Row) => acts.filter(({ when }) => when?.(row) ?? true);
  return actionsColumn(
    (row) => {
      const own = actsOf(row);
      if (own[0]?.opens === true) return <ActButton row={row} act={own[0]} />;
      return (
        <div className="cluster row-acts">
          {own.map((act) => (
            <ActButton key={act.text} row={row} act={act} />
          ))}
        </div>
      );
    },
    (row) => {
      const [first] = actsOf(row);
      return first === undefined ? 'hidden' : first.opens === true ? 'corner' : 'actions';
    },
  );
}

function ActButton<Row>({ row, act }: { row: Row; act: Act<Row> }) {
  const { text, label, icon, variant = 'secondary', busy, busyText, opens = false, onAct } = act;
  if (opens) return <OpenButton text={text} label={label(row)} onOpen={() => onAct(row)} />;
  return (
    <RowButton
      text={text}
      label={label(row)}
      variant={variant}
      busy={busy?.(row) ?? false}
      {...(icon === undefined ? {} : { icon })}
      {...(busyText === undefined ? {} : { busyText })}
      onClick={() => onAct(row)}
    />
  );
}

/** Head of a column by which the server sorts: the order it begins with, and the one of a second click. */
export function sortedBy<Order extends string>(
  orders: Partial<Record<Order, 'ascending' | 'descending'>>,
  { order, onOrder }: { order: Order; onOrder: (order: Order) => void },
): Pick<Column<unknown>, 'sort' | 'onSort'> {
  const [first, second] = Object.keys(orders) as [Order, Order?];
  return {
    sort: orders[order] ?? 'none',
    onSort: () => onOrder(order === first && second !== undefined ? second : first),
  };
}

interface RowButtonProps extends Omit<ComponentProps<typeof Button>, 'size' | 'children'> {
  text: string;
  /** Action and row, for screen readers. */
  label: string;
}

/** A button for one of a row's actions. */
export function RowButton({ text, label, ...rest }: RowButtonProps) {
  return (
    <Button {...rest} size="row" aria-label={label}>
      {text}
    </Button>
  );
}

interface OpenButtonProps {
  text: string;
  label: string;
  className?: string | undefined;
  onOpen: () => void;
}

export function OpenButton({ text, label, className, onOpen }: OpenButtonProps) {
  return (
    <Button
      variant="text"
      size="row"
      trailing={ChevronRight}
      className={className}
      aria-label={label}
      onClick={onOpen}
    >
      {text}
    </Button>
  );
}
