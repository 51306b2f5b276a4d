import { useEffect, useState } from 'react';
import type { Outcome } from '#src/client/api/outcome.ts';
import { listVoucherPurchases } from '#src/client/api/vouchers.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchase-texts.ts';
import { Badge } from '#src/client/ui/badge.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';
import { Loading } from '#src/client/ui/loading.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import type { PurchasePage, PurchaseRow } from '#src/contract/purchase.ts';
import { amountText } from '../amount-text.ts';
import { dateTimeText } from '../dates.ts';
import { failureText } from '../failure-text.ts';
import styles from './purchase.module.css';

interface HistoryDialogProps {
  codeQrUuid: string;
  onClose: () => void;
}

export function HistoryDialog({ codeQrUuid, onClose }: HistoryDialogProps) {
  const [outcome, setOutcome] = useState<Outcome<PurchasePage> | null>(null);
  useEffect(() => {
    let live = true;
    void listVoucherPurchases({ codeQrUuid, limit: 50 }).then((read) => live && setOutcome(read));
    return () => {
      live = false;
    };
  }, [codeQrUuid]);
  return (
    <Dialog
      title={texts.history}
      onClose={onClose}
      actions={
        <Button data-safe onClick={onClose}>
          {commonTexts.close}
        </Button>
      }
    >
      {outcome === null && <Loading />}
      {outcome !== null && outcome.kind !== 'ok' && (
        <Notice kind="refused">
          {outcome.kind === 'unreachable' ? commonTexts.noConnection : failureText(outcome)}
        </Notice>
      )}
      {outcome?.kind === 'ok' && outcome.data.items.length === 0 && <p>{texts.noHistory}</p>}
      {outcome?.kind === 'ok' && (
        <ul className={styles.purchases}>
          {outcome.data.items.map((row) => (
            <li key={row.codeCompra}>
              <span>
                <b>{row.estanteName}</b>
                {dateTimeText(row.createAt)}
                <RowOutcome row={row} />
              </span>
              <strong>{amountText(row.price)}</strong>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** A purchase is confirmed; one that a stall handed over without a link may have found less than it took, and says so. */
function RowOutcome({ row }: { row: PurchaseRow }) {
  const { missing = 0, reason } = row;
  if (missing === 0 && reason === undefined) return <Badge kind="paid">{texts.confirmed}</Badge>;
  return (
    <>
      <Badge kind="warning">{texts.adjusted}</Badge>
      <small>{missing > 0 ? texts.adjustedNote(amountText(missing)) : ''}</small>
    </>
  );
}
