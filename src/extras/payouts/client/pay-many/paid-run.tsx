import { FileDown, Printer } from 'lucide-react';
import { useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { ListBody } from '#src/client/list/list-body.tsx';
import { PaperFacts, PrintedPaper, Signatures } from '#src/client/money/papers/printed-paper.tsx';
import { useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { useRead } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { Payout } from '#src/contract/cash/schemas.ts';
import {
  bankFile,
  bankSheet,
  exactColumns,
  paidInCash,
} from '#src/extras/payouts/client/payment/bank-file.ts';
import { payoutCalls } from '#src/extras/payouts/contract/calls.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { payManyTexts as texts, paymentTexts } from '#src/extras/payouts/texts/pay-many-texts.ts';
import styles from '#src/client/money/papers/paper.module.css';

export const payoutRunKey = (code: string) => ['payout-run', code] as const;

/** A run by its code: the confirmation right after the payment, and later its signing sheet. */
export function PaidRun() {
  const [params] = useSearchParams();
  const code = params.get('hoja') ?? '';
  // A run never changes.
  const query = useRead(
    payoutRunKey(code),
    () => callServer(payoutCalls.readPayoutRun, { params: { code } }),
    {
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  return (
    <ListBody query={query} data={query.data} skeletonRows={4} bare>
      {(run) => <Paid run={run} />}
    </ListBody>
  );
}

function Paid({ run }: { run: PayoutRun }) {
  const [params] = useSearchParams();
  const sheet = useRef<HTMLDivElement>(null);
  const print = usePrintDocument({
    contentRef: sheet,
    paper: 'A4',
    title: run.codeRun,
    onFailed: () => showToast('error', texts.printFailed),
  });
  const isNew = params.get('pagado') === 'si';
  const left = run.pagos.reduce((sum, { owed, monto }) => sum + owed - monto, 0);
  const inCash = paidInCash(run);
  const hasBank = inCash.length < run.pagos.length;
  const facts = [
    { name: texts.count, value: String(run.pagos.length) },
    { name: texts.reference, value: run.codeRun },
    ...(left > 0 ? [{ name: texts.left, value: amountText(left) }] : []),
  ];
  const inHand = hasBank && inCash.length > 0 && (
    <>
      <p>{paymentTexts.fileNote}</p>
      <FactList
        facts={inCash.map(({ codePago, estanteName, monto }) => ({
          name: `${estanteName} · ${codePago}`,
          value: amountText(monto),
        }))}
      />
    </>
  );
  const buttons = <PaidButtons {...{ run, isNew, hasBank }} onPrint={print} />;
  return (
    <>
      {isNew ? (
        <ResultScreen
          kind="paid"
          verdict={texts.paid}
          amount={amountText(run.total)}
          message={inHand || undefined}
          facts={facts}
          actions={buttons}
        />
      ) : (
        <>
          <h1>{texts.sheetTitle}</h1>
          <Panel className="panel-body">
            <FactList facts={[...facts, { name: texts.paid, value: amountText(run.total), total: true }]} />
            {inHand}
            <div className="cluster-12">{buttons}</div>
          </Panel>
        </>
      )}
      <div ref={sheet} className={styles.printed} data-shown={!isNew || undefined}>
        <SigningSheet run={run} />
      </div>
    </>
  );
}

interface PaidButtonsProps {
  run: PayoutRun;
  isNew: boolean;
  hasBank: boolean;
  onPrint: () => void;
}

function PaidButtons({ run, isNew, hasBank, onPrint }: PaidButtonsProps) {
  const navigate = useNavigate();
  const variant = isNew ? 'on-zocalo-outline' : 'secondary';
  return (
    <>
      <Button
        ref={isNew ? focusOnMount : undefined}
        variant={isNew ? 'on-paid' : 'primary'}
        size="money"
        icon={Printer}
        onClick={onPrint}
      >
        {texts.printSheet}
      </Button>
      {hasBank && (
        <Button
          variant={variant}
          size="money"
          icon={FileDown}
          onClick={() =>
            downloadFile(bankFile(bankSheet(run), exactColumns), paymentTexts.fileName(run.codeRun))
          }
        >
          {paymentTexts.file}
        </Button>
      )}
      <Button variant={variant} size="money" onClick={() => void navigate('/dashboard/caja')}>
        {texts.backToCash}
      </Button>
    </>
  );
}

/** Opens the signing sheet of a payout that was part of a run. */
export function SheetLink({ payout: { codeRun } }: { payout: Payout }) {
  return (
    <Link
      to={`?hoja=${codeRun}`}
      className={buttonClass({ variant: 'secondary', size: 'row' })}
      aria-label={texts.sheetOfRun(codeRun)}
    >
      {texts.printSheet}
    </Link>
  );
}

/** Rows on one A4 sheet, each with space for a signature or a fingerprint. */
const perSheet = 10;

/** Hoja de firmas: each stall signs for its payment; every sheet has its own sum and two signatures. */
function SigningSheet({ run }: { run: PayoutRun }) {
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
