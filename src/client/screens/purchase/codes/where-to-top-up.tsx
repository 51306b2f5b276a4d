import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { readFailureText } from '#src/client/queries/failure-text.ts';
import { endedTexts as texts } from '#src/client/texts/vouchers/ended-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import type { OpenPoint, OpenPointPage } from '#src/contract/markets/open-point.ts';
import { placeCalls } from '#src/contract/markets/place-calls.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { useReadOnce } from '../use-read-once.ts';

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
          <li key={_id} className="row-12 pad-strip">
            <Icon of={MapPin} />
            <p>
              <b>{pointName}</b> {isAway && <span className="under">{marketName}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
