import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { CardPlace, Column } from '#src/client/ui/tables/data-table.tsx';

/** A column of figures at the end of the row. On a card it is beside the title, or left out. */
export function figureColumn<Row>(
  id: string,
  head: string,
  textOf: (row: Row) => string,
  card: 'badge' | 'hidden' = 'badge',
): Column<Row> {
  const cell = (row: Row) =>
    card === 'badge' ? <span className="bold whole">{textOf(row)}</span> : textOf(row);
  return { id, head, align: 'end', card, cell };
}

/** The last column, with the row's actions. Its heading is visually hidden. */
export function actionsColumn<Row>(
  cell: (row: Row) => ReactNode,
  card: CardPlace | ((row: Row) => CardPlace) = 'actions',
): Column<Row> {
  return { id: 'actions', head: listsTexts.actions, headHidden: true, card, cell };
}

/** The last column of rows that open a page. `labelOf`: target, for screen readers. */
export function openColumn<Row>(labelOf: (row: Row) => string, onOpen: (row: Row) => void): Column<Row> {
  return actionsColumn(
    (row) => <OpenButton text={listsTexts.see} label={labelOf(row)} onOpen={() => onOpen(row)} />,
    'corner',
  );
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
