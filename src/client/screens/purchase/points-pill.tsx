import { Gift } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import styles from './purchase.module.css';

interface PointsPillProps {
  codeQrUuid: VoucherId;
  /** Opens the points by market. */
  onOpen: () => void;
}

/** Points of all markets. The page does not wait for them: without an answer there is no pill. */
export function PointsPill({ codeQrUuid, onOpen }: PointsPillProps) {
  const [points, setPoints] = useState<number | null>(null);
  useEffect(() => {
    let live = true;
    const sumOf = async (): Promise<number | null> => {
      const read = await callServer(holderCalls.readHolderPoints, { params: { id: codeQrUuid } });
      return read.kind === 'ok' ? read.data.reduce((sum, market) => sum + market.points, 0) : null;
    };
    void sumOf().then((sum) => live && setPoints(sum));
    return () => {
      live = false;
    };
  }, [codeQrUuid]);
  if (points === null || points === 0) return null;
  return (
    <button type="button" className={`row strong ${styles.points}`} onClick={onOpen}>
      <Icon of={Gift} size={22} />
      <span>{texts.points(formatAmount(points))}</span>
    </button>
  );
}
