import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { openColumn } from '#src/client/list/columns.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { List } from '#src/client/list/list.tsx';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import {
  forgetRun,
  goOn,
  startRun,
  useRun,
  type Run,
} from '#src/extras/notebook/client/running/bring-run.ts';
import type { Sheet } from '#src/extras/notebook/contract/schemas.ts';
import { sheetNameTexts } from '#src/extras/notebook/texts/sheet-name-texts.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import { DoneStep } from './done-step.tsx';
import { FileDrop, type OpenedFile } from './file-drop.tsx';
import { ProgressStep } from './progress-step.tsx';
import { sheetBrought, useOneSheet, useSheets } from './sheet-queries.ts';
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
  const query = useOneSheet(id);
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

/** Earlier imports, to be viewed and printed again. */
function History() {
  const query = useSheets();
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
