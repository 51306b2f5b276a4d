import { Sprout } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LanguageSwitch } from '#src/client/shared/entrance/language-switch.tsx';
import { useWords } from '#src/client/shared/entrance/use-words.ts';
import { demoTexts, type DemoTexts } from '#src/client/texts/demo/demo-texts.ts';
import { DemoWordsContext } from './demo-words.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { type DemoFacts, isReachable } from '#src/domain/demo-facts.ts';
import { DemoFoot } from './demo-foot.tsx';
import { DemoStep } from './demo-step.tsx';
import { NoteToCode, PhoneCode, ScanPhone, StallToBasket } from './step-art.tsx';
import { type DemoVisitor, goToTab } from '#src/client/screens/demo/demo-tabs.ts';
import { useDemoVoucher } from '#src/client/screens/demo/use-demo-voucher.ts';
import { type TabState, useOpened } from './use-opened.ts';
import styles from './demo-screen.module.css';

const steps = ['point', 'stall', 'customer'] as const;

const loadEnglish = () => import('#src/client/texts/english/demo-english.ts').then((m) => m.demoEnglish);

/** What a newcomer of a demo does in one minute: three steps, each in a tab of its own that is signed in already. */
export function DemoScreen({ facts }: { facts: DemoFacts }) {
  const { words: texts, choose } = useWords<DemoTexts>(demoTexts, loadEnglish);
  const { stateOf, wait } = useOpened();
  const voucher = useDemoVoucher(facts);
  const [last, setLast] = useState<DemoVisitor | null>(null);
  useEffect(() => {
    document.title = `${texts.title} · ${appTexts.name}`;
  }, [texts]);

  function open(visitor: DemoVisitor): void {
    setLast(visitor);
    wait(visitor);
    // The customer's tab follows to the code that was issued since.
    const isStale = (place: Location): boolean =>
      visitor === 'customer' && voucher !== null && !voucher.path.startsWith(place.pathname + place.search);
    goToTab(visitor, isStale);
  }

  const next = steps.find((step) => stateOf(step) !== 'opened');
  const canReach = isReachable(facts.publicUrl);
  const usual = (step: (typeof steps)[number], at: number) => ({
    step,
    number: at + 1,
    state: stateOf(step),
    isNext: step === next,
    onOpen: () => open(step),
  });
  return (
    <DemoWordsContext value={texts}>
      <div className={styles.page} lang={texts.lang}>
        <header className={styles.bar}>
          <div className={styles.brand}>
            <Wordmark size={34} />
            <LanguageSwitch language={texts.lang} onChoose={choose} />
          </div>
          <Cenefa className={styles.barCenefa} />
          <p className={styles.notice}>
            <Icon of={Sprout} size={22} />
            <span>
              <span>{texts.notice[0]}</span> <span>{texts.notice[1]}</span>
            </span>
          </p>
        </header>
        <main className={styles.main}>
          <h1 className={styles.title}>{texts.title}</h1>
          <p className={styles.lead}>
            {texts.lead.main}{' '}
            <span lang={texts.besideLang} className={styles.beside}>
              {texts.lead.beside}
            </span>
          </p>
          <ol className={styles.steps}>
            <DemoStep {...usual('point', 0)} art={<NoteToCode link={voucher?.link} />} />
            <DemoStep {...usual('stall', 1)} art={<StallToBasket />} typedCode={voucher?.shortCode} />
            <DemoStep {...usual('customer', 2)} art={<PhoneCode link={voucher?.link} canReach={canReach} />}>
              <ScanPhone link={voucher?.link} canReach={canReach} />
            </DemoStep>
          </ol>
          <p role="status" className="visually-hidden">
            {said(last, stateOf, texts)}
          </p>
        </main>
        <DemoFoot onOpen={open} />
      </div>
    </DemoWordsContext>
  );
}

function said(
  last: DemoVisitor | null,
  stateOf: (visitor: DemoVisitor) => TabState,
  texts: DemoTexts,
): string {
  const place = steps.findIndex((step) => step === last);
  if (last === null || place < 0) return '';
  const words: Record<TabState, string> = { closed: '', waiting: texts.waiting, opened: texts.opened };
  const state = words[stateOf(last)];
  return state === '' ? '' : texts.said(place + 1, state);
}
