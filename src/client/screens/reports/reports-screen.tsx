import { Building2, FileDown, FileSpreadsheet, Printer } from 'lucide-react';
import { type ReactNode, useRef, useState, type RefObject } from 'react';
import { useMarkets } from '#src/client/queries/markets.ts';
import { toMarketCode, type MarketCode } from '#src/contract/brands.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { PeriodPicker } from '#src/client/shared/period/period-picker.tsx';
import { type Period, periodOf, periodText } from '#src/client/shared/period/period.ts';
import { useReceiptLines } from '#src/client/shared/print/receipt-lines.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { appTexts, commonTexts } from '#src/client/texts/common-texts.ts';
import { reportTexts as texts } from '#src/client/texts/office/reports-texts.ts';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import type { Market } from '#src/contract/markets/market.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';
import { csvFile } from '#src/client/device/files/sheet.ts';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { xlsxFile } from '#src/client/device/files/xlsx-file.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { useSaleSums } from '#src/client/queries/sales.ts';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { PurchaseSummary } from '#src/contract/money/purchase-history.ts';
import { roleOf, fileTablesOf, type ReportTable } from './report-tables.ts';
import { Report } from './report.tsx';
import styles from './reports.module.css';

export function ReportsScreen() {
  const user = useSessionUser();
  const { name } = usePlace();
  const [chosen, setChosen] = useState<Market | null>(null);
  if (user === null) return null;
  if (user.userType !== 'ADMIN')
    return <MarketReport userType={user.userType} market={user.globalMarketId} name={name} />;
  return (
    <MarketReport
      userType="ADMIN"
      market={chosen?.globalMarketId ?? toMarketCode('')}
      name={chosen?.marketName ?? ''}
    >
      <MarketChoice chosen={chosen?.globalMarketId ?? ''} onChoose={setChosen} />
    </MarketReport>
  );
}

interface MarketReportProps {
  userType: UserType;
  /** its code */
  market: MarketCode;
  /** whose report it is: of a market, a stall, a top-up point */
  name: string;
  children?: ReactNode;
}

function MarketReport({ userType, market, name, children }: MarketReportProps) {
  const [period, setPeriod] = useState<Period>(() => periodOf('week'));
  const content = useRef<HTMLDivElement>(null);
  const lines = useReceiptLines(market);
  const { from, to } = period;
  const role = roleOf(userType);
  const query = useSaleSums('report', market, { from, to }, market !== '');
  return (
    <>
      <header className={listStyles.head}>
        <h1>{texts.title}</h1>
        {market !== '' && <ExportButtons summary={query.data} role={role} contentRef={content} />}
      </header>
      {children}
      {market !== '' && (
        <>
          <PeriodPicker period={period} onPeriod={setPeriod} />
          <ListBody query={query} data={query.data} skeletonRows={8} bare>
            {(summary) => (
              <div ref={content} className={styles.report}>
                <header className={styles.paperHead}>
                  <p>{name === '' ? appTexts.name : name}</p>
                  {lines.receiptHeading !== '' && <p>{lines.receiptHeading}</p>}
                  <p>
                    {texts.title} · {periodText(summary)}
                  </p>
                </header>
                <Report summary={summary} role={role} />
              </div>
            )}
          </ListBody>
        </>
      )}
    </>
  );
}

function MarketChoice({ chosen, onChoose }: { chosen: string; onChoose: (market: Market | null) => void }) {
  const query = useMarkets();
  return (
    <ListBody
      query={query}
      data={query.data}
      skeletonRows={1}
      bare
      isEmpty={query.data?.length === 0}
      empty={<EmptyList drawing="stall" title={texts.noMarkets} note={texts.noMarketsNote} />}
    >
      {(markets) => (
        <>
          <div className={styles.choice}>
            <SelectField
              label={texts.market}
              icon={Building2}
              placeholder={texts.chooseMarket}
              options={markets.map(({ globalMarketId, marketName }) => ({
                value: globalMarketId,
                label: marketName,
              }))}
              value={chosen}
              onChange={(event) =>
                onChoose(markets.find((one) => one.globalMarketId === event.target.value) ?? null)
              }
            />
          </div>
          {chosen === '' && <EmptyList drawing="stall" title={texts.chooseMarket} note={texts.chooseNote} />}
        </>
      )}
    </ListBody>
  );
}

interface ExportButtonsProps {
  /** undefined until it came */
  summary: PurchaseSummary | undefined;
  role: 'stall' | 'point' | 'market';
  contentRef: RefObject<Element | null>;
}

function ExportButtons({ summary, role, contentRef }: ExportButtonsProps) {
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
