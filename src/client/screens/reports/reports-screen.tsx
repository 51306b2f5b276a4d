import { FileDown, FileSpreadsheet, Printer } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { csvFile } from '#src/client/device/files/sheet.ts';
import { xlsxFile } from '#src/client/device/files/xlsx-file.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { ListBody } from '#src/client/list/list-body.tsx';
import { OneMarket } from '#src/client/list/one-market.tsx';
import { PeriodPicker } from '#src/client/list/period/period-picker.tsx';
import { comparedFrom, type Period, periodOf, periodText } from '#src/client/list/period/period.ts';
import { useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { usePurchaseSums } from '#src/client/queries/purchases.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { appTexts, commonTexts } from '#src/client/texts/common-texts.ts';
import { reportTexts as texts } from '#src/client/texts/reports/reports-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import type { MarketCode } from '#src/protocol/brands.ts';
import { roleOf, fileTablesOf, type ReportTable, type Role } from './report-tables.ts';
import { Report } from './report.tsx';
import styles from './reports.module.css';

export function ReportsScreen() {
  const user = useSessionUser();
  const { name } = usePlace();
  if (user === null) return null;
  const { userType, globalMarketId } = user;
  return (
    <>
      <h1>{texts.title}</h1>
      {userType === 'ADMIN' ? (
        <OneMarket>
          {(one) => <MarketReport userType="ADMIN" market={one.globalMarketId} name={one.marketName} />}
        </OneMarket>
      ) : (
        <MarketReport userType={userType} market={globalMarketId} name={name} />
      )}
    </>
  );
}

interface MarketReportProps {
  userType: UserType;
  /** The market's code. */
  market: MarketCode;
  /** Name of the market, stall or top-up point that the report is about. */
  name: string;
}

function MarketReport({ userType, market, name }: MarketReportProps) {
  const [period, setPeriod] = useState<Period>(() => periodOf('week'));
  const content = useRef<HTMLDivElement>(null);
  const lines = useReceiptLines(market);
  const { from, to } = period;
  const role = roleOf(userType);
  const query = usePurchaseSums('report', market, { from, to, compareFrom: comparedFrom(period) }, true);
  return (
    <>
      <PeriodPicker period={period} onPeriod={setPeriod} />
      <ListBody query={query} data={query.data} skeletonRows={8} bare>
        {(summary) => (
          <>
            <div ref={content} className="stack">
              <header className={styles.paperHead}>
                <p>{name === '' ? appTexts.name : name}</p>
                {lines.receiptHeading !== '' && <p>{lines.receiptHeading}</p>}
                <p>
                  {texts.title} · {periodText(summary)}
                </p>
              </header>
              <Report summary={summary} role={role} period={period} />
            </div>
            <ExportButtons summary={summary} role={role} contentRef={content} />
          </>
        )}
      </ListBody>
    </>
  );
}

interface ExportButtonsProps {
  summary: PurchaseSummary;
  role: Role;
  contentRef: RefObject<Element | null>;
}

/** Buttons that export the report. */
function ExportButtons({ summary, role, contentRef }: ExportButtonsProps) {
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
      // The writer's module loads with the first file, which may fail without a link.
      showToast('error', commonTexts.unknownError);
    }
  }

  return (
    <section className="split-12">
      <div>
        <h2 className="normal">{texts.take}</h2>
        <p className="soft small">{texts.takeNote}</p>
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
