import { Keyboard, ScanQrCode } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, isToday, timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { takingsTexts as texts } from '#src/client/texts/cash/takings-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { DataTable, type Column } from '#src/client/ui/tables/data-table.tsx';
import type { HeldSale, Takings } from '#src/contract/takings/schemas.ts';
import styles from './takings.module.css';

/** The sales that wait, the newest first, and how their codes were read. */
export function HeldSales({ takings: { rows, sales } }: { takings: Takings }) {
  return (
    <Panel className={styles.sales}>
      <DataTable
        caption={texts.title}
        columns={columns}
        rows={rows}
        rowKey={({ codeCompra }) => codeCompra}
      />
      {rows.length < sales && <p className={styles.rule}>{texts.shown(rows.length, sales)}</p>}
    </Panel>
  );
}

const columns: Column<HeldSale>[] = [
  { id: 'hour', head: texts.hour, cell: ({ createAt }) => whenText(createAt), isWhole: true },
  { id: 'customer', head: texts.customer, cell: ({ userName }) => personName(userName), card: 'title' },
  { id: 'code', head: texts.code, cell: ({ shortCode }) => shortCode, card: 'hidden', isWhole: true },
  {
    id: 'read',
    head: texts.howRead,
    headHidden: false,
    cell: ({ isTyped }) => (
      <span className={isTyped ? `${styles.read} ${styles.byHand}` : styles.read}>
        <Icon of={isTyped ? Keyboard : ScanQrCode} size={20} />
        {isTyped ? texts.typed : texts.camera}
      </span>
    ),
  },
  {
    id: 'amount',
    head: texts.amount,
    align: 'end',
    card: 'badge',
    cell: ({ price, held }) => (
      <span className={styles.amount}>
        <b>{amountText(held)}</b>
        {held < price && <small>{texts.ofPrice(amountText(price))}</small>}
      </span>
    ),
  },
];

function whenText(createAt: string): string {
  return isToday(createAt) ? timeText(createAt) : dateTimeText(createAt);
}
