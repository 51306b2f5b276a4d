import { FileDown, FileSpreadsheet, Printer } from 'lucide-react';
import type { RefObject } from 'react';
import { csvFile } from '#src/client/device/files/sheet.ts';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { xlsxFile } from '#src/client/device/files/xlsx-file.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { reportTexts as texts } from '#src/client/texts/office/reports-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { PurchaseSummary } from '#src/contract/money/purchase-history.ts';
import { fileTablesOf, type ReportTable } from './report-tables.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';

interface ExportButtonsProps {
  /** undefined until it came */
  summary: PurchaseSummary | undefined;
  role: 'stall' | 'point' | 'market';
  contentRef: RefObject<Element | null>;
}

export function ExportButtons({ summary, role, contentRef }: ExportButtonsProps) {
  const fileName = summary === undefined ? '' : texts.fileName(summary.from, summary.to);
  const print = usePrintDocument({
    contentRef,
    paper: 'A4',
    title: fileName,
    onFailed: () => showToast('error', texts.printFailed),
  });
  const sheets = () => (summary === undefined ? [] : fileTablesOf(summary, role).map(sheetOf));
  const always = {
    variant: 'secondary',
    size: 'row',
    keepIcon: true,
    disabled: summary === undefined,
  } as const;
  async function saveWorkbook(): Promise<void> {
    try {
      downloadFile(await xlsxFile(sheets()), `${fileName}.xlsx`);
    } catch {
      // Its writer comes with the first file: without a link it may not be there.
      showToast('error', commonTexts.unknownError);
    }
  }

  return (
    <div className={listStyles.tools}>
      <Button {...always} icon={FileDown} onClick={() => downloadFile(csvFile(sheets()), `${fileName}.csv`)}>
        {texts.csv}
      </Button>
      <Button {...always} icon={FileSpreadsheet} onClick={() => void saveWorkbook()}>
        {texts.excel}
      </Button>
      <Button {...always} icon={Printer} onClick={print}>
        {texts.print}
      </Button>
    </div>
  );
}

function sheetOf({ title, columns, rows, total }: ReportTable) {
  return {
    name: title,
    head: columns.map(({ head }) => head),
    rows: [...rows.map(({ cells }) => cells), ...(total === null ? [] : [total])],
  };
}
