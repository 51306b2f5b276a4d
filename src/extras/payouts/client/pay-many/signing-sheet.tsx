import { PaperFacts, PrintedPaper, Signatures } from '#src/client/money/papers/printed-paper.tsx';
import { useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { payManyTexts as texts, paymentTexts } from '#src/extras/payouts/texts/pay-many-texts.ts';
import styles from '#src/client/money/papers/paper.module.css';

/** Rows on one A4 sheet, each with space for a signature or a fingerprint. */
const perSheet = 10;

/** Hoja de firmas: each stall signs for its payment; every sheet has its own sum and two signatures. */
export function SigningSheet({ run }: { run: PayoutRun }) {
  const count = Math.ceil(run.pagos.length / perSheet);
  return Array.from({ length: count }, (_, page) => (
    <Sheet key={page} run={run} first={page * perSheet} page={page + 1} pages={count} />
  ));
}

interface SheetProps {
  run: PayoutRun;
  /** Position of its first stall in the run. */
  first: number;
  page: number;
  pages: number;
}

function Sheet({ run, first, page, pages }: SheetProps) {
  const { name } = usePlace();
  const { receiptHeading } = useReceiptLines();
  const rows = run.pagos.slice(first, first + perSheet);
  const sum = rows.reduce((all, { monto }) => all + monto, 0);
  return (
    <PrintedPaper
      paper="A4"
      issuer={[name, receiptHeading]}
      heading={texts.sheetTitle}
      below={
        <>
          <Signatures names={[texts.paidBy(personName(run.paidBy)), texts.witness]} />
          <p>{texts.foot}</p>
        </>
      }
    >
      <p>{`${texts.sheetOf(run.codeRun, page, pages)} · ${dateTimeText(run.createAt)}`}</p>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.whoReceives}</th>
            <th scope="col">{texts.sales}</th>
            <th scope="col">{texts.receives}</th>
            <th scope="col">{texts.signature}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <SheetRow key={row.codePago} row={row} number={first + place + 1} />
          ))}
        </tbody>
      </table>
      <PaperFacts facts={[{ name: texts.onSheet(rows.length), value: amountText(sum) }]} />
    </PrintedPaper>
  );
}

function SheetRow({ row, number }: { row: PayoutRun['pagos'][number]; number: number }) {
  const { codePago, estanteName, ownerName, owed, monto, way } = row;
  const left = owed - monto;
  return (
    <tr>
      <td>{number}</td>
      <th scope="row">
        {estanteName}
        <small>{`${personName(ownerName)}, ${paymentTexts.short[way.kind]}`}</small>
        <small>{codePago}</small>
      </th>
      <td>{amountText(owed)}</td>
      <td>
        <b>{amountText(monto)}</b>
        {left > 0 && <small>{texts.staysOf(amountText(left))}</small>}
      </td>
      <td aria-label={texts.signature} />
    </tr>
  );
}
