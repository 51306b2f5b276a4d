import { FileSpreadsheet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { personName } from '#src/client/shared/names.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { ReadSheet } from '#src/extras/notebook/client/files/read-sheets.ts';
import {
  forgetRun,
  goOn,
  startRun,
  useRun,
  type Run,
} from '#src/extras/notebook/client/running/bring-run.ts';
import { dropKeptRun, readKeptRun, type KeptRun } from '#src/extras/notebook/client/running/kept-run.ts';
import { sheetBrought, useOneSheet, useSheets } from '#src/extras/notebook/client/sheet-queries.ts';
import { ColumnsStep } from '#src/extras/notebook/client/steps/columns-step.tsx';
import { DropStep } from '#src/extras/notebook/client/steps/drop-step.tsx';
import { ProgressStep } from '#src/extras/notebook/client/steps/progress-step.tsx';
import { ReviewStep } from '#src/extras/notebook/client/steps/review-step.tsx';
import { RowsStep } from '#src/extras/notebook/client/steps/rows-step.tsx';
import { type Step, StepsBar } from '#src/extras/notebook/client/steps/steps-bar.tsx';
import { sheetKinds, type SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import { guessKind } from '#src/extras/notebook/domain/find-table.ts';
import { sheetNameTexts } from '#src/extras/notebook/texts/sheet-name-texts.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import { DoneStep } from './done-step.tsx';
import { isGood, useSheet, type ShownRow } from './use-sheet.ts';
import styles from '#src/extras/notebook/client/steps/steps.module.css';

interface Opened {
  fileName: string;
  sheets: readonly ReadSheet[];
  sheet: ReadSheet;
}

/** Traer hoja: imports a market's notebook or spreadsheet in five steps; `?hoja=` shows a finished import. */
export function BringInScreen() {
  const [params, setParams] = useSearchParams();
  const run = useRun();
  const shown = params.get('hoja') ?? (run?.state === 'done' ? run.sheetId : null);
  function another(): void {
    forgetRun();
    setParams({});
  }
  if (shown !== null) return <Came id={shown} run={run} onAnother={another} />;
  if (run !== null) return <Running run={run} />;
  return <Bring first={kindOf(params.get('que'))} />;
}

/** Imported rows change every list. */
function useOnDone(): () => void {
  const staleAfter = useStaleAfter();
  return () => void staleAfter(sheetBrought);
}

function kindOf(asked: string | null): SheetKind {
  return sheetKinds.find((kind) => kind === asked) ?? 'stalls';
}

function Head({ now, file }: { now: Step | 'done'; file?: string }) {
  return (
    <>
      <header className={styles.head}>
        <h1>{sheetNameTexts.title}</h1>
        {file !== undefined && (
          <p className={styles.file}>
            <Icon of={FileSpreadsheet} size={20} />
            <span>{file}</span>
          </p>
        )}
      </header>
      <StepsBar now={now} />
    </>
  );
}

function Bring({ first }: { first: SheetKind }) {
  const [kind, setKind] = useState(first);
  const [opened, setOpened] = useState<Opened | null>(null);
  function open(fileName: string, sheets: readonly ReadSheet[], sheet: ReadSheet): void {
    setKind((chosen) => guessKind(chosen, sheet.rows));
    setOpened({ fileName, sheets, sheet });
  }
  if (opened !== null)
    return (
      <Steps
        // Another sheet or another kind starts with no decisions.
        key={`${kind} ${opened.sheet.name}`}
        kind={kind}
        opened={opened}
        onSheet={(sheet) => open(opened.fileName, opened.sheets, sheet)}
        onBack={() => setOpened(null)}
      />
    );
  return (
    <>
      <Head now="drop" />
      <Unfinished />
      <DropStep
        kind={kind}
        onKind={setKind}
        onRead={(fileName, sheets) => {
          const fits = sheets.find(({ rows }) => guessKind(kind, rows) === kind) ?? sheets[0];
          if (fits) open(fileName, sheets, fits);
        }}
      />
      <History />
    </>
  );
}

interface StepsProps {
  kind: SheetKind;
  opened: Opened;
  onSheet: (sheet: ReadSheet) => void;
  onBack: () => void;
}

function Steps({ kind, opened, onSheet, onBack }: StepsProps) {
  const [step, setStep] = useState<'columns' | 'rows' | 'review'>('columns');
  const state = useSheet(kind, opened.sheet);
  const user = useSessionUser();
  const onDone = useOnDone();
  const next = (checked: ShownRow[]): void => setStep(checked.every(isGood) ? 'review' : 'rows');
  const hasFaults = state.rows.some((row) => !isGood(row));
  return (
    <>
      <Head now={step} file={fileLine(opened, state.table.rows.length)} />
      {step === 'columns' && (
        <ColumnsStep
          kind={kind}
          sheets={opened.sheets}
          sheet={opened.sheet}
          onSheet={onSheet}
          state={state}
          onBack={onBack}
          onNext={next}
        />
      )}
      {step === 'rows' && (
        <RowsStep
          kind={kind}
          state={state}
          onBack={() => setStep('columns')}
          onNext={() => setStep('review')}
        />
      )}
      {step === 'review' && (
        <ReviewStep
          kind={kind}
          rows={state.rows}
          left={state.left}
          onBack={() => setStep(hasFaults ? 'rows' : 'columns')}
          onBring={(lines) => void startRun(user?.id ?? '', kind, opened.fileName, lines, onDone)}
        />
      )}
    </>
  );
}

/** Includes the sheet's name, if the file may have several. */
function fileLine({ fileName, sheet }: Opened, rows: number): string {
  return `${fileName} · ${texts.fileLine(sheet.name === fileName ? '' : sheet.name, rows)}`;
}

/** An import that this device had begun when its page was closed. */
function Unfinished() {
  const personId = useSessionUser()?.id ?? '';
  const onDone = useOnDone();
  const [kept, setKept] = useState<KeptRun | null>(null);
  useEffect(() => {
    let isHere = true;
    void readKeptRun(personId).then((found) => isHere && setKept(found));
    return () => {
      isHere = false;
    };
  }, [personId]);
  if (kept === null) return null;
  return (
    <Notice kind="pending">
      <p>{`${kept.fileName}: ${texts.never}`}</p>
      <div className={styles.buttons}>
        <Button size="row" onClick={() => void goOn(kept, onDone)}>
          {texts.resume}
        </Button>
        <Button size="row" variant="secondary" onClick={() => void dropKeptRun().then(() => setKept(null))}>
          {texts.giveUp}
        </Button>
      </div>
    </Notice>
  );
}

function Running({ run }: { run: Run }) {
  const onDone = useOnDone();
  const personId = useSessionUser()?.id ?? '';
  return (
    <>
      <Head now="bring" file={run.fileName} />
      <ProgressStep
        run={run}
        onAgain={() => void readKeptRun(personId).then((kept) => (kept ? goOn(kept, onDone) : forgetRun()))}
        onLeave={() => void dropKeptRun().then(forgetRun)}
      />
    </>
  );
}

function Came({ id, run, onAnother }: { id: string; run: Run | null; onAnother: () => void }) {
  const query = useOneSheet(id);
  const late = run?.sheetId === id ? run.late.length : 0;
  return (
    <>
      <Head now="done" file={query.data?.fileName ?? ''} />
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
    <section className={styles.history}>
      <h2>{texts.history}</h2>
      <ListBody
        query={query}
        data={query.data}
        isEmpty={query.data?.length === 0}
        empty={<p>{texts.historyNone}</p>}
        skeletonRows={2}
      >
        {(sheets) => (
          <ul className={styles.past}>
            {sheets.map((sheet) => (
              <li key={sheet._id}>
                <button type="button" onClick={() => setParams({ hoja: sheet._id })}>
                  <b>{sheet.fileName}</b>
                  <span>{texts.historyLine(sheet.kind, sheet.made, personName(sheet.broughtBy))}</span>
                  <span>{dateTimeText(sheet.createAt)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </ListBody>
    </section>
  );
}
