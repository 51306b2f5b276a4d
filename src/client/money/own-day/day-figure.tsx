import { ownDayTexts as texts } from '#src/client/texts/purchases/own-day-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { OwnDay } from './own-day.ts';
import styles from './day-figure.module.css';

interface DayFigureProps {
  title: string;
  own: OwnDay;
  /** It is the page's heading. */
  isHead?: boolean;
}

/** The sales total: the solid part is confirmed by the server, the hatched part is not. */
export function DayFigure({ title, own, isHead = false }: DayFigureProps) {
  const { sold, confirmed, waiting, sales } = own;
  const Title = isHead ? 'h1' : 'h2';
  const isAllSent = waiting.count > 0 && sales.every(({ state }) => state !== 'to-send');
  return (
    <Panel className={`stack-12 pad-16 ${styles.day}`}>
      <div className="split-4">
        <Title className="normal">{title}</Title>
        <p className="soft small">{texts.sales(formatAmount(sold.count))}</p>
      </div>
      <p className={styles.sold} style={lettersOf(amountText(sold.total))}>
        {amountText(sold.total)}
      </p>
      {waiting.count > 0 && (
        <>
          <div
            className={styles.bar}
            role="img"
            aria-label={texts.bar(amountText(confirmed.total), amountText(waiting.total))}
          >
            {confirmed.total > 0 && <span className={styles.solid} style={{ flexGrow: confirmed.total }} />}
            {waiting.total > 0 && <span className={styles.hatched} style={{ flexGrow: waiting.total }} />}
          </div>
          <dl className="grid">
            <LegendPart name={texts.confirmed} look={styles.solid} {...confirmed} />
            <LegendPart name={isAllSent ? texts.waiting : texts.toSend} look={styles.hatched} {...waiting} />
          </dl>
        </>
      )}
    </Panel>
  );
}

interface LegendPartProps {
  name: string;
  look: string | undefined;
  count: number;
  total: number;
}

function LegendPart({ name, look, count, total }: LegendPartProps) {
  return (
    <div>
      <dt className="row strong">
        <span className={`${styles.swatch} ${look}`} aria-hidden />
        {name}
      </dt>
      <dd className="sum-21">{amountText(total)}</dd>
      <dd className="soft small">{texts.sales(formatAmount(count))}</dd>
    </div>
  );
}
