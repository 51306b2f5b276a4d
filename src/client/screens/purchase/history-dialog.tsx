import { callServer } from '#src/client/api/call-server.ts';
import { linesText } from '#src/client/money/purchase/purchase-lines.ts';
import { readFailureText } from '#src/client/queries/failure-text.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { historyTexts, holderPointsTexts } from '#src/client/texts/vouchers/history-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import { formatAmount } from '#src/domain/money.ts';
import { toAmount, type VoucherId } from '#src/protocol/brands.ts';
import { SomethingWrong } from './something-wrong.tsx';
import { useHolderPoints, useReadOnce } from './use-read-once.ts';
import styles from '#src/client/screens/purchase/customer-page.module.css';

export function HistoryDialog({ codeQrUuid, onClose }: { codeQrUuid: VoucherId; onClose: () => void }) {
  const outcome = useReadOnce(codeQrUuid, () =>
    callServer(holderCalls.listCustomerPurchases, { query: { codeQrUuid, limit: 50 } }),
  );
  return (
    <ReadDialog title={historyTexts.title} onClose={onClose}>
      <HolderPoints codeQrUuid={codeQrUuid} />
      {outcome === null && <Loading />}
      {outcome !== null && outcome.kind !== 'ok' && (
        <Notice kind="refused">{readFailureText(outcome)}</Notice>
      )}
      {outcome?.kind === 'ok' && outcome.data.items.length === 0 && <p>{texts.noHistory}</p>}
      {outcome?.kind === 'ok' && (
        <ul className={styles.purchases}>
          {outcome.data.items.map((row) => (
            <li key={row.codeCompra} className="split-12 underlined">
              <span className="column fill soft small">
                <b className="normal">{row.estanteName}</b>
                <span>{dateTimeText(row.createAt)}</span>
                {row.lines !== undefined && <small>{linesText(row.lines)}</small>}
                <small>{outcomeOf(row)}</small>
              </span>
              <strong className="sum-21" translate="no">
                {amountText(row.price)}
              </strong>
              <SomethingWrong codeQrUuid={codeQrUuid} purchase={row} />
            </li>
          ))}
        </ul>
      )}
    </ReadDialog>
  );
}

/**
 * A purchase is confirmed. An offline purchase may have found less balance than it took, and shows the
 * shortfall.
 */
function outcomeOf({ missing = toAmount(0), reason, voided }: PurchaseRow): string {
  if (voided !== undefined) return texts.voided;
  if (missing > 0) return `${historyTexts.adjusted}. ${historyTexts.adjustedNote(amountText(missing))}`;
  return reason === undefined ? historyTexts.confirmed : historyTexts.adjusted;
}

/** Points earned by the purchases. On a weak link the purchases report the failure once for both. */
function HolderPoints({ codeQrUuid }: { codeQrUuid: VoucherId }) {
  const { markets } = useHolderPoints(codeQrUuid);
  if (markets.length === 0) return null;
  return (
    <section>
      <h3>{holderPointsTexts.title}</h3>
      {markets.map(({ globalMarketId, marketName, points, rewards }) => (
        <div key={globalMarketId}>
          <p>
            <b>{holderPointsTexts.at(formatAmount(points), marketName)}</b>
          </p>
          <ul>
            {rewards.map(({ _id, name, pointsCost }) => (
              <li key={_id}>{holderPointsTexts.reward(name, formatAmount(pointsCost))}</li>
            ))}
          </ul>
        </div>
      ))}
      <p>{holderPointsTexts.where}</p>
    </section>
  );
}
