import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Printer, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { PrintFrame } from '#src/client/shared/print/print-frame.tsx';
import { useReceiptLines } from '#src/client/shared/print/receipt-lines.ts';
import { VoucherPaper } from '#src/client/shared/print/voucher-paper.tsx';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { usePlace } from '#src/client/shared/use-place.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import { PrintSlips } from '#src/extras/notebook/client/print/print-slips.tsx';
import { Progress } from '#src/extras/notebook/client/steps/progress-step.tsx';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';
import type { Sheet, SheetKind, PaperPage } from '#src/extras/notebook/contract/schemas.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import { sheetBrought } from './sheet-queries.ts';
import styles from '#src/extras/notebook/client/steps/steps.module.css';

const listOf: Record<SheetKind, string> = {
  stalls: 'estantes',
  points: 'puntos-de-recarga',
  products: 'estantes/products',
  customers: 'clientes',
};

interface DoneStepProps {
  sheet: Sheet;
  /** Rows that were valid before and were still not imported. */
  late?: number;
  onAnother: () => void;
}

/** Listo: the imported rows, their printed slips, and the undo button for a day. */
export function DoneStep({ sheet, late = 0, onAnother }: DoneStepProps) {
  const [openedAt] = useState(Date.now);
  const [printing, setPrinting] = useState<'slips' | 'papers' | null>(null);
  const { _id: id, kind, made, there, amount, slips, papers, takenBackAt, left } = sheet;
  if (takenBackAt !== null) return <TakenBack sheet={sheet} onAnother={onAnother} />;
  const facts = [
    there > 0 && texts.doneThere(there),
    amount > 0 && (kind === 'stalls' ? texts.doneOwed : texts.doneBalances)(amountText(amount)),
  ].filter(Boolean);
  return (
    <Panel state="paid" className={styles.done}>
      <div className={styles.verdict}>
        <Icon of={CircleCheck} size={56} />
        <div>
          <h2>{texts.done(kind, made)}</h2>
          {facts.length > 0 && <p>{facts.join(' ')}</p>}
        </div>
      </div>
      {late > 0 && <Notice kind="pending">{texts.lateFaults(late)}</Notice>}
      <div className={styles.buttons}>
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
      {openedAt < Date.parse(sheet.takeBackUntil) && left === 0 && <TakeBack sheet={sheet} />}
      {printing === 'slips' && <PrintSlips id={id} onBack={() => setPrinting(null)} />}
      {printing === 'papers' && <PrintPapers id={id} onBack={() => setPrinting(null)} />}
    </Panel>
  );
}

/** Undoes some rows per step until none is left. */
function useTakeBack(sheet: Sheet) {
  const staleAfter = useStaleAfter();
  const [left, setLeft] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  async function takeBack(): Promise<void> {
    setProblem('');
    setLeft(sheet.left > 0 ? sheet.left : sheet.came);
    for (let rest = 1; rest > 0;) {
      const outcome = await callServer(sheetCalls.takeBackSheet, {
        opId: newOpId(),
        body: { id: sheet._id },
      });
      if (outcome.kind !== 'ok') {
        setProblem(failureText(outcome));
        break;
      }
      rest = outcome.data.left;
      setLeft(rest);
    }
    await staleAfter(sheetBrought);
    setLeft(null);
  }
  return { left, problem, takeBack };
}

function TakeBack({ sheet }: { sheet: Sheet }) {
  const [isAsked, setAsked] = useState(false);
  const { left, problem, takeBack } = useTakeBack(sheet);
  const { kind, made, came, takeBackUntil } = sheet;
  return (
    <>
      {problem !== '' && <Notice kind="refused">{problem}</Notice>}
      <div className={styles.undo}>
        <Icon of={Undo2} size={24} />
        <div>
          <b>{texts.undoUntil(dateTimeText(takeBackUntil))}</b>
          <p>{texts.undoNote(kind)}</p>
        </div>
        <Button variant="danger" onClick={() => setAsked(true)}>
          {texts.undo}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={left === null ? texts.undoAsk(kind, made) : texts.undoing(came - left, came)}
          tone="danger"
          no={texts.undoNo}
          yes={texts.undoYes}
          busy={left !== null}
          onNo={() => setAsked(false)}
          onYes={() => void takeBack().then(() => setAsked(false))}
        >
          <p>{texts.undoNote(kind)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const staysColumns: Column<Sheet['stays'][number]>[] = [
  { id: 'row', head: texts.row, card: 'badge', cell: ({ row }) => row },
  { id: 'name', head: texts.field.name, card: 'title', cell: ({ name }) => <b>{name}</b> },
  { id: 'why', head: texts.why, card: 'line', cell: ({ why }) => texts.whyStays[why] },
];

function TakenBack({ sheet, onAnother }: { sheet: Sheet; onAnother: () => void }) {
  const { left, problem, takeBack } = useTakeBack(sheet);
  if (left !== null) {
    return (
      <Progress
        title={texts.undoing(sheet.came - left, sheet.came)}
        done={sheet.came - left}
        all={sheet.came}
      />
    );
  }
  return (
    <Panel className={styles.done}>
      <div className={styles.verdict}>
        <Icon of={Undo2} size={48} />
        <div>
          <h2>{texts.undone}</h2>
          <p>{texts.undoneNote(sheet.stays.length)}</p>
        </div>
      </div>
      {problem !== '' && <Notice kind="refused">{problem}</Notice>}
      {sheet.stays.length > 0 && (
        <DataTable
          caption={texts.staysCaption}
          rows={sheet.stays}
          rowKey={({ row }) => String(row)}
          columns={staysColumns}
        />
      )}
      <div className={styles.buttons}>
        {sheet.left > 0 && (
          <Button variant="danger" onClick={() => void takeBack()}>
            {texts.undo}
          </Button>
        )}
        <Button ref={focusOnMount} onClick={onAnother}>
          {texts.another}
        </Button>
      </div>
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
