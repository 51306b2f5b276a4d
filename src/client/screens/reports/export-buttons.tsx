import { FileDown, FileSpreadsheet, Printer } from 'lucide-react';
import type { RefObject } from 'react';
import { csvFile } from '#src/client/device/files/sheet.ts';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { xlsxFile } from '#src/client/device/files/xlsx-file.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { reportTexts as texts } from '#src/client/texts/reports/reports-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import { fileTablesOf, type ReportTable } from './report-tables.ts';
import styles from './reports.module.css';

interface ExportButtonsProps {
  summary: PurchaseSummary;
  role: 'stall' | 'point' | 'market';
  contentRef: RefObject<Element | null>;
}

/** What somebody takes along, after it was read. */
export function ExportButtons({ summary, role, contentRef }: ExportButtonsProps) {
  const fileName = texts.fileName(summary.from, summary.to);
  const print = usePrintDocument({
    contentRef,
    paper: 'A4',
    title: fileName,
    onFailed: () => showToast('error', texts.printFailed),
  });
  const sheets = () => fileTablesOf(summary, role).map(sheetOf);
  async function saveWorkbook(): Promise<void> {
    try {
      downloadFile(await xlsxFile(sheets()), `${fileName}.xlsx`);
    } catch {
      // Its writer comes with the first file: without a link it may not be there.
      showToast('error', commonTexts.unknownError);
    }
  }

  return (
    <section className={styles.take}>
      <div>
        <h2 className={styles.takeTitle}>{texts.take}</h2>
        <p className={styles.note}>{texts.takeNote}</p>
      </div>
      <div className={styles.takeButtons}>
        <Button variant="secondary" icon={FileSpreadsheet} onClick={() => void saveWorkbook()}>
          {texts.excel}
        </Button>
        <Button
          variant="secondary"
          icon={FileDown}
          onClick={() => downloadFile(csvFile(sheets()), `${fileName}.csv`)}
        >
          {texts.csv}
        </Button>
        <Button variant="secondary" icon={Printer} onClick={print}>
          {texts.print}
        </Button>
      </div>
    </section>
  );
}

function sheetOf({ title, columns, rows, total }: ReportTable) {
  return {
    name: title,
    head: columns.map(({ head }) => head),
    rows: [...rows.map(({ cells }) => cells), ...(total === null ? [] : [total])],
  };
}
