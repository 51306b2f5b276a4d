import { Gift, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { personName } from '#src/client/shared/names.ts';
import { IssuedVoucher } from '#src/client/shared/voucher/issued-voucher.tsx';
import { pointsTexts, redemptionTexts as texts } from '#src/client/texts/points-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { FactList } from '#src/client/ui/fact-list.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import type { RedemptionReceipt } from '#src/contract/points.ts';
import { formatAmount } from '#src/domain/money.ts';
import styles from './points.module.css';

interface RedemptionResultProps {
  receipt: RedemptionReceipt;
  onAgain: () => void;
}

/** What to hand over: the reward itself, or the code that carries its money. */
export function RedemptionResult({ receipt, onAgain }: RedemptionResultProps) {
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <Panel state="paid" className={styles.result} role="status">
        <h2>
          <Icon of={Gift} size={28} />
          {texts.done}
        </h2>
        {receipt.recarga === undefined && <p className={styles.name}>{texts.handOver(receipt.name)}</p>}
        <FactList
          facts={[
            { name: pointsTexts.customer, value: personName(receipt.ownerName) },
            { name: texts.code, value: receipt.codeCanje },
            { name: texts.paid, value: pointsTexts.pointsOf(formatAmount(receipt.points)) },
            { name: texts.left, value: pointsTexts.pointsOf(formatAmount(receipt.puntosRestantes)) },
          ]}
        />
        {receipt.recarga === undefined && (
          <div>
            <Button icon={Plus} onClick={onAgain}>
              {texts.another}
            </Button>
          </div>
        )}
      </Panel>
      {receipt.recarga !== undefined && (
        <IssuedVoucher receipt={receipt.recarga} again={texts.another} onAgain={onAgain} />
      )}
    </>
  );
}
