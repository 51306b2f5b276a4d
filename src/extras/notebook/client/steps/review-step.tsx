import { CircleSlash, HandCoins, type LucideIcon, RefreshCw, Store } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import { isGood, type ShownRow } from '#src/extras/notebook/client/use-sheet.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { AnyLine } from '#src/extras/notebook/domain/read-lines.ts';
import { bringInTexts as texts, fieldName, figure } from '#src/extras/notebook/texts/sheets-texts.ts';
import styles from './steps.module.css';

interface ReviewStepProps {
  kind: SheetKind;
  rows: readonly ShownRow[];
  /** Rows that a person excluded. */
  left: number;
  onBack: () => void;
  onBring: (lines: readonly AnyLine[]) => void;
}

const drawn = 20;

/** Totals of the rows, with the sum that the market will guarantee. */
function sumsOf(rows: readonly ShownRow[]) {
  const good = rows.filter(isGood);
  const there = good.filter(({ fate }) => fate === 'there' || fate === 'has-opening').length;
  const amount = good.reduce(
    (sum, { line, fate }) =>
      sum + (line && 'amount' in line && fate !== 'has-opening' ? (line.amount ?? 0) : 0),
    0,
  );
  return { good, there, fresh: good.length - there, amount };
}

/** Revisar: the resulting market and the sum, before the one tap that imports it. */
export function ReviewStep({ kind, rows, left, onBack, onBring }: ReviewStepProps) {
  const { good, there, fresh, amount } = sumsOf(rows);
  const out = rows.length - good.length + left;
  const isNothing = fresh === 0 && amount === 0;
  const lines = good.flatMap(({ line }) => line ?? []);
  const money = kind === 'stalls' || kind === 'customers';
  return (
    <>
      <ul className={styles.figures}>
        <Figure icon={Store} name={texts.reviewNew(kind)} value={figure(fresh)} />
        <Figure icon={RefreshCw} name={texts.reviewThere} value={figure(there)} />
        {money && (
          <Figure
            icon={HandCoins}
            name={kind === 'stalls' ? texts.owed : texts.balances}
            value={amountText(amount)}
          />
        )}
        <Figure icon={CircleSlash} name={texts.reviewOut} value={figure(out)} />
      </ul>
      {amount > 0 && <Notice kind="info">{texts.standsFor(amountText(amount))}</Notice>}
      {kind === 'customers' && fresh > 0 && <Notice kind="info">{texts.consent}</Notice>}
      <div className={styles.frame}>
        <DataTable
          caption={texts.reviewCaption}
          rows={lines.slice(0, drawn)}
          rowKey={({ row }) => String(row)}
          columns={columnsOf(kind)}
        />
        <p className={styles.inFrame}>{texts.reviewNote(Math.min(drawn, lines.length), lines.length)}</p>
        <Zocalo place="panel">
          <div className={styles.bandWords} role="status">
            <p className={styles.bandTitle}>
              {texts.sum(kind, good.length, amount > 0 ? amountText(amount) : '')}
            </p>
            <p>{isNothing ? texts.nothingNew : texts.reviewOnce}</p>
          </div>
          <div className="cluster-12">
            <Button variant="on-zocalo-outline" onClick={onBack}>
              {texts.back}
            </Button>
            <Button
              ref={focusOnMount}
              variant="on-zocalo"
              size="money"
              disabled={isNothing}
              onClick={() => onBring(lines)}
            >
              {texts.bring(kind, good.length)}
            </Button>
          </div>
        </Zocalo>
      </div>
    </>
  );
}

function Figure({ icon, name, value }: { icon: LucideIcon; name: string; value: string }) {
  return (
    <li className={styles.figure}>
      <p>
        <Icon of={icon} size={20} />
        {name}
      </p>
      <b>{value}</b>
    </li>
  );
}

function columnsOf(kind: SheetKind): Column<AnyLine>[] {
  const words = (id: string, head: string, of: (line: AnyLine) => string | undefined): Column<AnyLine> => ({
    id,
    head,
    card: id === 'name' ? 'title' : 'line',
    cell: (line) => (id === 'name' ? <b>{of(line)}</b> : (of(line) ?? '—')),
  });
  const money = (head: string, of: (line: AnyLine) => number | undefined): Column<AnyLine> => ({
    id: 'money',
    head,
    align: 'end',
    card: 'line',
    isWhole: true,
    cell: (line) => amountText(of(line) ?? 0),
  });
  const name = words('name', fieldName(kind, 'name'), (line) => line.name);
  const phone = words('phone', fieldName(kind, 'phone'), (line) =>
    'phone' in line ? line.phone : undefined,
  );
  if (kind === 'points') return [name, phone];
  if (kind === 'products')
    return [
      name,
      words('stall', fieldName(kind, 'stall'), (line) => ('stall' in line ? line.stall : undefined)),
      money(fieldName(kind, 'price'), (line) => ('price' in line ? line.price : undefined)),
    ];
  const owed = money(fieldName(kind, 'amount'), (line) => ('amount' in line ? line.amount : undefined));
  if (kind === 'stalls')
    return [
      name,
      words('owner', fieldName(kind, 'ownerName'), (line) =>
        'ownerName' in line ? line.ownerName : undefined,
      ),
      phone,
      owed,
    ];
  return [
    name,
    words('id', fieldName(kind, 'identificacion'), (line) =>
      'identificacion' in line ? line.identificacion : undefined,
    ),
    phone,
    owed,
  ];
}
