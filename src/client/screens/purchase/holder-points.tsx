import { useEffect, useState } from 'react';
import { readHolderPoints } from '#src/client/api/holder-points.ts';
import { holderPointsTexts as texts } from '#src/client/texts/holder-points-texts.ts';
import type { HolderPoints as Points } from '#src/contract/points.ts';
import { formatAmount } from '#src/domain/money.ts';

/** What the purchases earned, beside them; a link that is too weak for it says so once, with the purchases. */
export function HolderPoints({ codeQrUuid }: { codeQrUuid: string }) {
  const [markets, setMarkets] = useState<Points>([]);
  useEffect(() => {
    let live = true;
    void readHolderPoints(codeQrUuid).then((read) => live && read.kind === 'ok' && setMarkets(read.data));
    return () => {
      live = false;
    };
  }, [codeQrUuid]);
  if (markets.length === 0) return null;
  return (
    <section>
      <h3>{texts.title}</h3>
      {markets.map(({ globalMarketId, marketName, points, rewards }) => (
        <div key={globalMarketId}>
          <p>
            <b>{texts.at(formatAmount(points), marketName)}</b>
          </p>
          <ul>
            {rewards.map(({ _id, name, pointsCost }) => (
              <li key={_id}>{texts.reward(name, formatAmount(pointsCost))}</li>
            ))}
          </ul>
        </div>
      ))}
      <p>{texts.where}</p>
    </section>
  );
}
