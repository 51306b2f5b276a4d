import { Sprout } from 'lucide-react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { demoTexts as texts } from '#src/client/texts/demo/demo-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { DemoFacts } from '#src/domain/demo-facts.ts';
import { reportOpen } from './demo-channel.ts';
import { type DemoVisitor, readVisitor, stepsPath, stepsTab } from './demo-tabs.ts';
import { useDemoVoucher } from './use-demo-voucher.ts';
import { useSpentElsewhere } from './use-spent-elsewhere.ts';
import styles from './demo-frame.module.css';

interface DemoFrameProps {
  facts: DemoFacts;
  page: ComponentType;
}

/** Around every page of a demo: who the visitor is here, what to do in a line of English, and the way to the steps. */
export function DemoFrame({ facts, page: Page }: DemoFrameProps) {
  const [visitor] = useState(readVisitor);
  const round = useSpentElsewhere();
  const scroller = useRef<HTMLDivElement>(null);
  useTopOfEachPage(scroller);
  useEffect(() => {
    if (visitor === null) return undefined;
    return reportOpen(visitor);
  }, [visitor]);
  return (
    <div className={styles.frame}>
      <div className={styles.band} role="region" aria-label={texts.region}>
        <Icon of={Sprout} size={22} />
        <p className={styles.you}>{visitor === null ? texts.notice.join(' ') : texts.you[visitor]}</p>
        {visitor !== null && <How facts={facts} visitor={visitor} />}
        <a href={stepsPath} target={stepsTab} className={styles.back}>
          {texts.threeSteps}
        </a>
      </div>
      <div className={styles.stage}>
        <div ref={scroller} className={styles.scroller}>
          <Page key={round} />
        </div>
      </div>
    </div>
  );
}

function How({ facts, visitor }: { facts: DemoFacts; visitor: DemoVisitor }) {
  if (visitor === 'stall') return <TypedCode facts={facts} />;
  if (visitor !== 'point' && visitor !== 'customer') return null;
  return <English>{texts.how[visitor](facts.identification)}</English>;
}

/** A visitor without a camera types the code of step 1. */
function TypedCode({ facts }: { facts: DemoFacts }) {
  const voucher = useDemoVoucher(facts);
  return voucher === null ? null : <English>{texts.how.stall(voucher.shortCode)}</English>;
}

function English({ children }: { children: string }) {
  return (
    <p lang="en" className={styles.english}>
      {children}
    </p>
  );
}

/** Pages go to the top of the window when they are entered; here what scrolls is inside of it. The title changes with the page. */
function useTopOfEachPage(scroller: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const title = document.querySelector('title');
    if (title === null) return undefined;
    const observer = new MutationObserver(() => scroller.current?.scrollTo(0, 0));
    observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [scroller]);
}
