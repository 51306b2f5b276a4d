import { FileDown, FileSpreadsheet, FolderOpen } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { csvFile } from '#src/client/device/files/sheet.ts';
import { FileButton } from '#src/client/form/confirm-dialog.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { useMedia } from '#src/client/ui/use-browser.ts';
import { sheetKinds, type SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import { maxSheetRows } from '#src/extras/notebook/contract/sheet-limits.ts';
import {
  examplesOf,
  headOf,
  type LeftSheet,
  readTables,
  sheetNames,
} from '#src/extras/notebook/domain/template.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import { checkTable, type CheckedTable } from './check-lines.ts';
import styles from './bring-in.module.css';

const maxBytes = 20 * 1024 * 1024;

export interface OpenedFile {
  fileName: string;
  tables: readonly CheckedTable[];
  left: readonly LeftSheet[];
}

/** Reads and checks a file. Resolves to the sentence why not. */
async function openFile(file: File): Promise<OpenedFile | string> {
  if (file.size > maxBytes) return texts.unreadable['too-large'];
  // The reader is loaded with the first file.
  const { readSheets } = await import('#src/extras/notebook/client/files/read-sheets.ts');
  const read = await readSheets(new Uint8Array(await file.arrayBuffer()));
  if ('cell' in read) return texts.farCell(read.cell);
  if ('unreadable' in read) return texts.unreadable[read.unreadable];
  if (read.sheets.some(({ rows }) => rows.length > maxSheetRows)) return texts.unreadable['too-many'];
  const { tables, left } = readTables(read.sheets);
  const checked: CheckedTable[] = [];
  for (const table of tables.filter(({ rows }) => rows.length > 0)) {
    const one = await checkTable(table);
    if (typeof one === 'string') return one;
    checked.push(one);
  }
  if (checked.length > 0) return { fileName: file.name, tables: checked, left };
  if (left.length === 0) return texts.unreadable.empty;
  return left.every(({ why }) => why === 'columns') ? texts.otherColumns : texts.sheetsLeft(left);
}

/** The file's place, and the template that it has to be. */
export function FileDrop({ onOpen }: { onOpen: (opened: OpenedFile) => void }) {
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Nothing can be dropped on a phone.
  const isTouched = useMedia('(hover: none), (max-width: 599.98px)');

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setProblem(null);
    setReading(true);
    const opened = await openFile(file).catch(() => texts.unreadable.failed);
    setReading(false);
    if (typeof opened === 'string') setProblem(opened);
    else onOpen(opened);
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  }
  return (
    <>
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className={styles.dropIcon}>
          <Icon of={FileSpreadsheet} size={56} />
        </span>
        <h2>{isTouched ? texts.chooseTitle : texts.dropTitle}</h2>
        <p>{texts.dropNote}</p>
        <FileButton
          icon={FolderOpen}
          busy={isReading}
          busyText={texts.reading}
          label={texts.choose}
          accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onFile={(file) => void take(file)}
        />
      </div>
      {problem !== null && <Notice kind="refused">{problem}</Notice>}
      <Templates />
    </>
  );
}

function Templates() {
  return (
    <div className="cluster">
      <p>{texts.templates}</p>
      <Button variant="secondary" size="row" icon={FileDown} onClick={() => void saveWorkbook()}>
        {texts.workbook}
      </Button>
      {sheetKinds.map((kind) => (
        <Button key={kind} variant="secondary" size="row" icon={FileDown} onClick={() => saveCsv(kind)}>
          {texts.csvOf(kind)}
        </Button>
      ))}
    </div>
  );
}

function sheetOf(kind: SheetKind) {
  return { name: sheetNames[kind], head: headOf(kind), rows: examplesOf(kind) };
}

async function saveWorkbook(): Promise<void> {
  const { xlsxFile } = await import('#src/client/device/files/xlsx-file.ts');
  downloadFile(await xlsxFile(sheetKinds.map(sheetOf)), `${texts.templateFile}.xlsx`);
}

function saveCsv(kind: SheetKind): void {
  downloadFile(csvFile([sheetOf(kind)]), `${texts.templateFile}-${sheetNames[kind].toLowerCase()}.csv`);
}
