import { ClipboardPaste, FileDown, FileSpreadsheet, FolderOpen } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { useMedia } from '#src/client/shared/use-media.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { ReadFile, ReadSheet } from '#src/extras/notebook/client/files/read-sheets.ts';
import { sheetKinds, type SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import { maxSheetRows } from '#src/extras/notebook/contract/sheet-limits.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import styles from './steps.module.css';

/** The reader is loaded with the first file. */
const loadReader = () => import('#src/extras/notebook/client/files/read-sheets.ts');

const maxBytes = 20 * 1024 * 1024;
const accepted =
  '.xlsx,.csv,.tsv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface DropStepProps {
  kind: SheetKind;
  onKind: (kind: SheetKind) => void;
  onRead: (fileName: string, sheets: readonly ReadSheet[]) => void;
}

/** Reads one file or text at a time, and reports why it failed. */
function useReader(onRead: DropStepProps['onRead']) {
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function take(fileName: string, read: () => Promise<ReadFile>): Promise<void> {
    setProblem(null);
    setReading(true);
    const found = await read().catch(() => ({ unreadable: 'failed' as const }));
    setReading(false);
    if ('cell' in found) return setProblem(texts.farCell(found.cell));
    if ('unreadable' in found) return setProblem(texts.unreadable[found.unreadable]);
    if (found.sheets.some(({ rows }) => rows.length > maxSheetRows))
      return setProblem(texts.unreadable['too-many']);
    onRead(fileName, found.sheets);
  }
  async function takeFile(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    if (file.size > maxBytes) return setProblem(texts.unreadable['too-large']);
    await take(file.name, async () => {
      const { readSheets } = await loadReader();
      return readSheets(file.name, new Uint8Array(await file.arrayBuffer()));
    });
  }
  const takeText = (text: string): Promise<void> =>
    take(texts.pasted, async () => (await loadReader()).readCells(texts.pasted, text));
  return { isReading, problem, takeFile, takeText };
}

/** Soltar: a file, or copied cells. */
export function DropStep({ kind, onKind, onRead }: DropStepProps) {
  const [isPasting, setPasting] = useState(false);
  const { isReading, problem, takeFile, takeText } = useReader(onRead);
  return (
    <>
      <div className={styles.whatRow}>
        <p id="what-comes">{texts.what}</p>
        <FilterChips<SheetKind>
          label={texts.what}
          chosen={kind}
          onChoose={onKind}
          chips={sheetKinds.map((value) => ({ value, label: texts.kinds[value] }))}
        />
      </div>
      <DropZone isReading={isReading} onFile={takeFile} onText={takeText} onPaste={() => setPasting(true)} />
      {problem !== null && <Notice kind="refused">{problem}</Notice>}
      <Button variant="text" icon={FileDown} onClick={() => void saveExample(kind)}>
        {texts.example}
      </Button>
      {isPasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onText={(text) => {
            setPasting(false);
            void takeText(text);
          }}
        />
      )}
    </>
  );
}

interface DropZoneProps {
  isReading: boolean;
  onFile: (file: File | undefined) => Promise<void>;
  onText: (text: string) => Promise<void>;
  onPaste: () => void;
}

function DropZone({ isReading, onFile, onText, onPaste }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  // Nothing can be dropped on a phone.
  const isTouched = useMedia('(hover: none), (max-width: 599.98px)');
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData('text/plain');
    if (file === undefined && text !== '') void onText(text);
    else void onFile(file);
  }
  return (
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
      <div className={styles.buttons}>
        <Button
          icon={FolderOpen}
          busy={isReading}
          busyText={texts.reading}
          onClick={() => input.current?.click()}
        >
          {texts.choose}
        </Button>
        <Button variant="secondary" icon={ClipboardPaste} onClick={onPaste}>
          {texts.paste}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        data-testid="sheet-file"
        onChange={(event) => {
          void onFile(event.target.files?.[0]);
          // The same file may be chosen again, corrected.
          event.target.value = '';
        }}
      />
      <p className="soft small">{texts.private}</p>
    </div>
  );
}

async function saveExample(kind: SheetKind): Promise<void> {
  const { exampleSheet } = await import('./example-sheet.ts');
  downloadFile(await exampleSheet(kind), `${texts.example}.xlsx`);
}

function PasteDialog({ onClose, onText }: { onClose: () => void; onText: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <Dialog
      title={texts.pasteTitle}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {commonTexts.cancel}
          </Button>
          <Button disabled={text.trim() === ''} onClick={() => onText(text)}>
            {texts.pasteUse}
          </Button>
        </>
      }
    >
      <p>{texts.pasteNote}</p>
      <textarea
        data-safe
        className={styles.paste}
        aria-label={texts.pasteField}
        rows={8}
        wrap="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}
