import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, FileInput, CircleCheck, Printer } from 'lucide-react';
import { useId, useState } from 'react';
import { useSearchParams, Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { openColumn } from '#src/client/list/columns.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { List } from '#src/client/list/list.tsx';
import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import { useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import { VoucherPaper } from '#src/client/money/papers/voucher-paper.tsx';
import { usePlace } from '#src/client/money/use-place.ts';
import { useRead, unwrap } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';
import type { Sheet, SheetKind, PaperPage } from '#src/extras/notebook/contract/schemas.ts';
import { sheetNameTexts } from '#src/extras/notebook/texts/sheet-name-texts.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import { FileDrop, type OpenedFile } from './file-drop.tsx';
import { PrintSlips } from './print/print-slips.tsx';
import { forgetRun, goOn, startRun, useRun, type Run } from './running/bring-run.ts';
import { TablePanel } from './table-panel.tsx';
import styles from './bring-in.module.css';

/** Traer una lista: imports a market's list from the template; `?hoja=` shows a finished import. */
export function BringInScreen() {
  const [params, setParams] = useSearchParams();
  const run = useRun();
  const shown = params.get('hoja') ?? (run?.state === 'done' ? run.sheetId : null);
  if (shown !== null)
    return (
      <Came
        id={shown}
        run={run}
        onAnother={() => {
          forgetRun();
          setParams({});
        }}
      />
    );
  return run === null ? <Bring /> : <Running run={run} />;
}

/** Imported rows change every list. */
function useOnDone(): () => void {
  const staleAfter = useStaleAfter();
  return () => void staleAfter(sheetBrought);
}

function Head({ file }: { file?: string }) {
  return (
    <header className="page-head">
      <h1>{sheetNameTexts.title}</h1>
      {file !== undefined && (
        <p className={`row soft breaks ${styles.file}`}>
          <Icon of={FileSpreadsheet} size={20} />
          <span>{file}</span>
        </p>
      )}
    </header>
  );
}

function Bring() {
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const onDone = useOnDone();
  if (opened === null)
    return (
      <>
        <Head />
        <FileDrop onOpen={setOpened} />
        <History />
      </>
    );
  const { fileName, tables, left } = opened;
  return (
    <>
      <Head file={fileName} />
      {left.length > 0 && <Notice kind="pending">{texts.sheetsLeft(left)}</Notice>}
      {tables.map((table) => (
        <TablePanel
          key={table.kind}
          table={table}
          onBring={(kind, lines) => void startRun(kind, fileName, lines, onDone)}
        />
      ))}
      <div>
        <Button variant="secondary" onClick={() => setOpened(null)}>
          {texts.otherFile}
        </Button>
      </div>
    </>
  );
}

function Running({ run }: { run: Run }) {
  const onDone = useOnDone();
  return (
    <>
      <Head file={run.fileName} />
      <ProgressStep run={run} onAgain={() => void goOn(onDone)} onLeave={forgetRun} />
    </>
  );
}

function Came({ id, run, onAnother }: { id: string; run: Run | null; onAnother: () => void }) {
  const query = useRead([...sheetsKey, id], () => callServer(sheetCalls.findSheet, { params: { id } }));
  const late = run?.sheetId === id ? run.late : [];
  return (
    <>
      <Head file={query.data?.fileName ?? ''} />
      <ListBody query={query} data={query.data} bare>
        {(sheet) => <DoneStep sheet={sheet} late={late} onAnother={onAnother} />}
      </ListBody>
    </>
  );
}

/** Earlier imports, newest first, to be viewed and printed again. */
function History() {
  const query = useRead([...sheetsKey, 'list'], () => callServer(sheetCalls.listSheets));
  const [, setParams] = useSearchParams();
  return (
    <section className="stack-12">
      <h2>{texts.history}</h2>
      <List
        query={query}
        rows={query.data}
        caption={texts.history}
        columns={[
          { head: texts.file, card: 'title', cell: ({ fileName }) => fileName },
          {
            head: texts.happens,
            cell: ({ kind, made, broughtBy }) => texts.historyLine(kind, made, personName(broughtBy)),
          },
          { head: texts.when, isWhole: true, cell: ({ createAt }) => dateTimeText(createAt) },
          openColumn<Sheet>(
            ({ fileName }) => texts.seeOf(fileName),
            ({ _id: hoja }) => setParams({ hoja }),
          ),
        ]}
        rowKey={({ _id }) => _id}
        empty={{ drawing: 'sun', title: texts.historyNone, note: texts.historyNoneNote }}
      />
    </section>
  );
}

const sheetsKey = ['sheets'] as const;

/** Keys of the lists that an imported sheet makes stale. */
const sheetBrought = [
  sheetsKey,
  keys.accounts.all,
  keys.products.all,
  keys.customers.all,
  keys.stallBalances.all,
  keys.today.all,
  keys.report.all,
] as const;

/**
 * Trayendo: the import continues automatically, on other pages and after the link returns. Every tenth is
 * announced.
 */
function ProgressStep({ run, onAgain, onLeave }: { run: Run; onAgain: () => void; onLeave: () => void }) {
  const id = useId();
  const { done, all, state, secondsLeft, problem } = run;
  const tenth = Math.floor((10 * done) / Math.max(1, all)) * 10;
  if (state === 'stopped')
    return (
      <section className={styles.progress}>
        <h2>{texts.stopped}</h2>
        <Notice kind="refused">{problem}</Notice>
        <p>{texts.unfinished(done, all)}</p>
        <div className="cluster-12">
          <Button onClick={onAgain}>{texts.resume}</Button>
          <Button variant="secondary" onClick={onLeave}>
            {texts.giveUp}
          </Button>
        </div>
      </section>
    );
  return (
    <section className={styles.progress}>
      <span className={styles.dropIcon}>
        <Icon of={FileInput} size={56} />
      </span>
      <h2 id={id}>{texts.bringing(done, all)}</h2>
      <progress aria-labelledby={id} max={all} value={done} />
      <output className="visually-hidden" aria-live="polite">
        {texts.bringingSaid(tenth)}
      </output>
      {state === 'waiting' ? (
        <Notice kind="pending">{texts.paused}</Notice>
      ) : (
        <p>
          {secondsLeft > 0 && texts.leftSeconds(secondsLeft)} {texts.goOn}
        </p>
      )}
      <p className="soft small">{texts.never}</p>
    </section>
  );
}

const listOf: Record<SheetKind, string> = { stalls: 'estantes', customers: 'clientes' };

interface DoneStepProps {
  sheet: Sheet;
  /** Rows that were valid before and were still not imported. */
  late: Run['late'];
  onAnother: () => void;
}

/** Listo: the imported rows, and their printed slips. */
function DoneStep({ sheet, late, onAnother }: DoneStepProps) {
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
      <ListBody query={query} data={query.data} bare>
        {(printed) => (
          <PrintFrame
            heading={texts.printPapers}
            name={String(printed.length)}
            copies={`papers:${id}`}
            onBack={onBack}
          >
            {(paper, printNumber) =>
              printed.map(({ identificacion: identification, row, ...voucher }) => (
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
      </ListBody>
    </Overlay>
  );
}
