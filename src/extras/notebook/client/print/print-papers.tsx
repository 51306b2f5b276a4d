import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { PrintFrame } from '#src/client/shared/print/print-frame.tsx';
import { VoucherPaper } from '#src/client/shared/print/print-page.tsx';
import { useReceiptLines } from '#src/client/shared/print/receipt-lines.ts';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { usePlace } from '#src/client/shared/use-place.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';
import type { PaperPage } from '#src/extras/notebook/contract/schemas.ts';

/** Every paper of a sheet that nobody has used, one after the other. */
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

export function PrintPapers({ id, onBack }: { id: string; onBack: () => void }) {
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
        <PrintFrame heading={texts.printPapers} name={String(query.data.length)} onBack={onBack}>
          {(paper) =>
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
                }}
              />
            ))
          }
        </PrintFrame>
      )}
    </Overlay>
  );
}
