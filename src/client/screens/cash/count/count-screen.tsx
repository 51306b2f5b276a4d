import { ArrowLeft, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { PadSwitch } from '#src/client/money/notes/amount-pad.tsx';
import { countTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import { useMedia } from '#src/client/ui/use-browser.ts';
import { CountFields, CountPad } from './count-entry.tsx';
import type { Count } from './use-count.ts';
import styles from './count.module.css';

interface CountScreenProps {
  title: string;
  count: Count;
  back: string;
  onBack: () => void;
  /** The count beside the books, and whatever follows from it. */
  comparison: ReactNode;
  /** The consequence and its button, once compared. */
  act: ReactNode;
}

/** Pause after the last digit before the books' figure is shown beside the count, ms. */
const leftForMs = 2_000;

/** The count of a till: the person counts, compares with the books, then acts. */
export function CountScreen(props: CountScreenProps) {
  const { title, count, back, onBack, comparison, act } = props;
  const isPhone = useMedia('(max-width: 599.98px)');
  const { amount, isUnread, isCompared, setCompared } = count;
  const compare = () => setCompared(true);
  useEffect(() => {
    if (isPhone || isCompared || isUnread || amount === 0) return undefined;
    const timer = setTimeout(() => setCompared(true), leftForMs);
    return () => clearTimeout(timer);
  }, [isPhone, isCompared, isUnread, amount, setCompared]);
  const foot = (
    <div className={`stack-8 ${styles.act}`}>
      {isCompared ? (
        act
      ) : (
        <>
          <p className={styles.consequence}>{texts.after}</p>
          <Button variant="on-zocalo" size="money" wide disabled={isUnread} onClick={compare}>
            {texts.compare(amountText(amount))}
          </Button>
        </>
      )}
    </div>
  );
  if (isPhone)
    return (
      <div ref={wholeScreen} className={`column covers ${styles.screen}`}>
        <header className={`row-4 underlined ${styles.phoneHead}`}>
          <button type="button" className="back" aria-label={back} onClick={onBack}>
            <Icon of={ArrowLeft} size={28} />
          </button>
          <h1 className="fill one-line normal strong">{title}</h1>
        </header>
        {isCompared ? (
          <div className={`stack-12 ${styles.compared}`}>
            {comparison}
            <div>
              <Button variant="text" icon={RotateCcw} onClick={() => setCompared(false)}>
                {texts.again}
              </Button>
            </div>
          </div>
        ) : (
          <CountPad count={count} />
        )}
        <Zocalo>{foot}</Zocalo>
      </div>
    );
  return (
    <Panel aria-label={title}>
      <header className={`flow ${styles.countHead}`}>
        <Button variant="text" icon={ArrowLeft} onClick={onBack}>
          {back}
        </Button>
        <h2 className="fill">{title}</h2>
        <PadSwitch {...count} />
      </header>
      <div className={`stack-12 ${styles.countBody}`}>
        <CountFields count={count} onEnd={compare} />
        <p className="row-16 between ruled strong">
          {texts.counted} <output className="sum-32">{amountText(amount)}</output>
        </p>
      </div>
      {isCompared && comparison}
      <Zocalo place="panel">{foot}</Zocalo>
    </Panel>
  );
}
