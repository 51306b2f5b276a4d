import { Gift, HandCoins, IdCard, type LucideIcon, MapPin, Store } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { readFailureText } from '#src/client/queries/failure-text.ts';
import { endedTexts as texts } from '#src/client/texts/vouchers/ended-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dayOf, daysText } from '#src/client/texts/written/dates.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { placeCalls, type OpenPoint, type OpenPointPage } from '#src/contract/markets/place-calls.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { useHolderPoints, useReadOnce } from './use-read-once.ts';

interface EndedVoucherProps {
  voucher: VoucherView;
  /** Content for the other ends, which share one sentence. */
  children: ReactNode;
}

/** A voucher that no longer pays: its status, and what the holder can do. */
export function EndedVoucher({ voucher, children }: EndedVoucherProps) {
  if (voucher.state === 'SPENT') return <SpentVoucher voucher={voucher} />;
  return voucher.state === 'BLOCKED' ? <BlockedVoucher voucher={voucher} /> : children;
}

/** A voucher that its owner or the market blocked: instructions for the owner and for a finder. */
function BlockedVoucher({ voucher }: { voucher: VoucherView }) {
  const because = voucher.blockedBecause ?? 'person';
  return (
    <section className="stack-12 narrow">
      <EmptyState heading="h1" drawing="lock" title={texts.blockedTitle}>
        <p>{texts.blockedBecause[because]}</p>
      </EmptyState>
      <ul className="card rows">
        <Hint icon={IdCard} title={texts.isYours}>
          {texts.toOwner[because]}
        </Hint>
        {because !== 'overspend' && (
          <Hint icon={HandCoins} title={texts.wasFound}>
            {texts.toFinder}
          </Hint>
        )}
      </ul>
    </section>
  );
}

interface HintProps {
  icon: LucideIcon;
  /** In bold, before the words. */
  title?: string;
  children?: string | undefined;
}

function Hint({ icon, title, children }: HintProps) {
  return (
    <li className="row-12 pad-strip">
      <Icon of={icon} />
      <p>
        {title !== undefined && <b>{title} </b>}
        <span className={title === undefined ? undefined : 'under'}>{children}</span>
      </p>
    </li>
  );
}

/** Purchases read; a voucher with more shows no total. */
const maxRead = 50;

/**
 * A fully spent voucher: not an error, and the only action is a top-up. Without a link only its sentence is
 * shown.
 */
function SpentVoucher({ voucher }: { voucher: VoucherView }) {
  const { uuid: codeQrUuid } = voucher;
  const read = useReadOnce(codeQrUuid, () =>
    callServer(holderCalls.listCustomerPurchases, { query: { codeQrUuid, limit: maxRead } }),
  );
  const page = read?.kind === 'ok' ? read.data : null;
  const isWhole = page !== null && page.nextCursor === null && page.items.length > 0;
  const { sum: points } = useHolderPoints(codeQrUuid);
  return (
    <section className="stack-12 narrow">
      <EmptyState drawing="basket" title={texts.title}>
        <p>{isWhole ? `${paidText(page.items)} ${texts.thanks}` : texts.thanks}</p>
      </EmptyState>
      {page !== null && page.items.length > 0 && (
        <ul className="card rows">
          {page.items.map((row) => (
            <li key={row.codeCompra} className="flow pad-strip">
              <span className="soft">{daysText(dayOf(row.createAt), dayOf(row.createAt))}</span>
              <b className="fill-9 breaks">{row.estanteName}</b>
              <b translate="no">{amountText(standsOf(row))}</b>
            </li>
          ))}
        </ul>
      )}
      <ul className="card rows">
        {points > 0 && <Hint icon={Gift}>{texts.points(formatAmount(points))}</Hint>}
        <Hint icon={Store}>{texts.topUp}</Hint>
      </ul>
    </section>
  );
}

function paidText(rows: readonly PurchaseRow[]): string {
  const total = rows.reduce((sum, row) => sum + standsOf(row), 0);
  const made = rows.filter((row) => standsOf(row) > 0);
  return texts.paid(amountText(total), made.length);
}

/** Returns the amount paid; a void leaves none. */
function standsOf({ price, voided }: PurchaseRow): number {
  return voided === undefined ? price : 0;
}

/** Opens the list of top-up points. */
export function WhereToTopUp({ codeQrUuid }: { codeQrUuid: VoucherId }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="on-zocalo" icon={MapPin} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.whereTitle}
      </Button>
      {isOpen && <TopUpPoints codeQrUuid={codeQrUuid} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Places for a top-up or a new voucher: points of the voucher's market, then those of the region. */
function TopUpPoints({ codeQrUuid, onClose }: { codeQrUuid: VoucherId; onClose: () => void }) {
  const read = useReadOnce(codeQrUuid, () =>
    callServer(placeCalls.listPointsOfVoucher, { params: { id: codeQrUuid }, query: {} }),
  );
  return (
    <ReadDialog title={texts.whereTitle} onClose={onClose}>
      {read === null ? (
        <Loading />
      ) : read.kind === 'ok' ? (
        <Points page={read.data} />
      ) : (
        <Notice kind="refused">{readFailureText(read)}</Notice>
      )}
    </ReadDialog>
  );
}

function Points({ page: { items, ownMarketId } }: { page: OpenPointPage }) {
  const own = items.filter(({ globalMarketId }) => globalMarketId === ownMarketId);
  const others = items.filter(({ globalMarketId }) => globalMarketId !== ownMarketId);
  return (
    <>
      <p>{items.length === 0 ? texts.noPoints : texts.bring}</p>
      <PointRows title={own[0]?.marketName} points={own} />
      <PointRows title={texts.others} points={others} isAway />
    </>
  );
}

interface PointRowsProps {
  title: string | undefined;
  points: readonly OpenPoint[];
  /** The list spans several markets, so each row names its own. */
  isAway?: boolean;
}

function PointRows({ title, points, isAway = false }: PointRowsProps) {
  if (points.length === 0) return null;
  return (
    <section className="stack-8">
      <h3 className="small strong">{title}</h3>
      <ul className="card rows">
        {points.map(({ _id, pointName, marketName }) => (
          <Hint key={_id} icon={MapPin} title={pointName}>
            {isAway ? marketName : undefined}
          </Hint>
        ))}
      </ul>
    </section>
  );
}
