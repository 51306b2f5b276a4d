import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Printer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { QueryProblem } from '#src/client/form/query-problem.tsx';
import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import { useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import { VoucherPaper } from '#src/client/money/papers/voucher-paper.tsx';
import { usePlace } from '#src/client/money/use-place.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { PrintSlips } from '#src/extras/notebook/client/print/print-slips.tsx';
import type { Run } from '#src/extras/notebook/client/running/bring-run.ts';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';
import type { Sheet, SheetKind, PaperPage } from '#src/extras/notebook/contract/schemas.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import styles from './bring-in.module.css';

const listOf: Record<SheetKind, string> = {
  stalls: 'estantes',
  customers: 'clientes',
};

interface DoneStepProps {
  sheet: Sheet;
  /** Rows that were valid before and were still not imported. */
  late: Run['late'];
  onAnother: () => void;
}

/** Listo: the imported rows, and their printed slips. */
export function DoneStep({ sheet, late, onAnother }: DoneStepProps) {
  const [printing, setPrinting] = useState<'slips' | 'papers' | null>(null);
  const { _id: id, kind, made, there, amount, slips, papers } = sheet;
  const facts = [
    there > 0 && texts.doneThere(there),
    amount > 0 && (kind === 'stalls' ? texts.doneOwed : texts.doneBalances)(amountText(amount)),
  ].filter(Boolean);
  return (
    <Panel state="paid" className={`stack-20 ${styles.done}`}>
      <div className="row">
        <Icon of={CircleCheck} size={56} />
        <div>
          <h2>{texts.done(kind, made)}</h2>
          {facts.length > 0 && <p>{facts.join(' ')}</p>}
        </div>
      </div>
      {late.length > 0 && (
        <Notice kind="pending">
          <p>{texts.lateFaults(late.length)}</p>
          <ul>
            {late.map(({ row, status }) => (
              <li key={row}>
                {texts.rowOf(row)}: {texts.statuses[status]}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="cluster-12">
        {slips > 0 && (
          <Button ref={focusOnMount} icon={Printer} onClick={() => setPrinting('slips')}>
            {texts.printSlips}
          </Button>
        )}
        {papers > 0 && (
          <Button icon={Printer} onClick={() => setPrinting('papers')}>
            {texts.printPapers}
          </Button>
        )}
        <Link to={`/dashboard/${listOf[kind]}`} className={buttonClass({ variant: 'secondary' })}>
          {texts.see}
        </Link>
        <Button variant="secondary" onClick={onAnother}>
          {texts.another}
        </Button>
      </div>
      {printing === 'slips' && <PrintSlips id={id} onBack={() => setPrinting(null)} />}
      {printing === 'papers' && <PrintPapers id={id} onBack={() => setPrinting(null)} />}
    </Panel>
  );
}

/** Reads every unused voucher of a sheet, page by page. */
async function readAll(id: string): Promise<PaperPage['papers']> {
  const papers: PaperPage['papers'] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: PaperPage = unwrap(
      await callServer(sheetCalls.readSheetPapers, { params: { id }, query: { after } }),
    );
    papers.push(...page.papers);
    after = page.next;
  }
  return papers;
}

function PrintPapers({ id, onBack }: { id: string; onBack: () => void }) {
  const { name: marketName, ownerName: operator } = usePlace();
  const lines = useReceiptLines();
  const query = useQuery({
    queryKey: ['sheet-papers', id],
    queryFn: () => readAll(id),
    gcTime: 0,
    retry: 0,
  });
  return (
    <Overlay label={texts.printPapers} onClose={onBack}>
      {query.data === undefined && query.error === null && <Loading />}
      {query.error !== null && <QueryProblem error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && (
        <PrintFrame
          heading={texts.printPapers}
          name={String(query.data.length)}
          copies={`papers:${id}`}
          onBack={onBack}
        >
          {(paper, printNumber) =>
            query.data.map(({ identificacion: identification, row, ...voucher }) => (
              <VoucherPaper
                key={row}
                paper={paper}
                voucher={{
                  ...voucher,
                  ...lines,
                  identification,
                  marketName,
                  pointName: marketName,
                  operator,
                  printNumber,
                }}
              />
            ))
          }
        </PrintFrame>
      )}
    </Overlay>
  );
}
