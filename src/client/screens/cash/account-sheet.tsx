import { amountText } from '#src/client/shared/amounts.ts';
import { accountTexts, dayTexts as texts, movementTexts } from '#src/client/texts/cash-texts.ts';
import { formatAmount } from '#src/domain/money.ts';
import { type SheetLine, totalAfter } from './balance-sheet.ts';
import styles from './cash.module.css';

interface AccountSheetProps {
  title: string;
  lines: readonly SheetLine[];
}

/** One side of the day: every account from what it held to what it holds, with every leg. */
export function AccountSheet({ title, lines }: AccountSheetProps) {
  return (
    <table className={styles.sheet}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.account}</th>
          <th scope="col">{texts.start}</th>
          <th scope="col">{texts.changes}</th>
          <th scope="col">{texts.end}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.account}>
            <th scope="row">{accountTexts[line.account] ?? line.account}</th>
            <td data-head={texts.start}>{amountText(line.before)}</td>
            <td data-head={texts.changes}>
              <Legs line={line} />
            </td>
            <td data-head={texts.end}>
              <b>{amountText(line.after)}</b>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {texts.total}
          </th>
          <td>{amountText(totalAfter(lines))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Legs({ line: { changes } }: { line: SheetLine }) {
  if (changes.length === 0) return texts.nothing;
  return (
    <ul>
      {changes.map(({ movement, count, total }) => (
        <li key={movement}>
          {texts.legText(movementTexts[movement] ?? movement, formatAmount(count), amountText(total))}
        </li>
      ))}
    </ul>
  );
}
