import { Check, ExternalLink, Hourglass } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react';
import { keepChoice, readChoice } from '#src/client/device/kept-choice.ts';
import { demoTexts, type DemoTexts } from '#src/client/texts/demo/demo-texts.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { addressOfStep, type DemoStepName, inTab, stepTabs, tabNameOf, type TabState } from './demo-tabs.ts';
import styles from './demo-screen.module.css';

export const DemoWordsContext = createContext<DemoTexts>(demoTexts);

/** Texts of the first page in the visitor's language. */
export const useDemoWords = (): DemoTexts => use(DemoWordsContext);

/**
 * Returns the texts of the first page: Spanish at once, English once it has loaded. The choice is stored on
 * this device.
 */
export function useWords() {
  const [language, setLanguage] = useState(() => readChoice('language'));
  const [english, setEnglish] = useState<DemoTexts>();
  useEffect(() => {
    if (language !== 'en') return;
    // If it fails to load the page stays in Spanish.
    import('#src/client/texts/demo/demo-english.ts').then(
      (m) => setEnglish(m.demoEnglish),
      () => undefined,
    );
  }, [language]);
  return {
    words: (language === 'en' ? english : undefined) ?? demoTexts,
    choose: (chosen: DemoTexts['lang']) => {
      keepChoice('language', chosen);
      setLanguage(chosen);
    },
  };
}

interface DemoStepProps {
  step: DemoStepName;
  number: number;
  state: TabState;
  isNext: boolean;
  art: ReactNode;
  /** The code to type without a camera. */
  typedCode?: string | undefined;
  onOpen: () => void;
  /** Content below the button. */
  children?: ReactNode;
  /** Content below the lines. */
  foot?: ReactNode;
}

/** One step. It is never locked, and highlighted while it is the next one. */
export function DemoStep(props: DemoStepProps) {
  const { step, number, state, isNext, art, typedCode, onOpen, children, foot } = props;
  const texts = useDemoWords();
  const { name, open, main, beside } = texts.steps[step];
  const nameId = useId();
  // Step 4 can be taken again, from its beginning.
  const goesBack = state === 'opened' && step !== 'noSignal';

  return (
    <li
      className={`card ${styles.card}`}
      data-step={step}
      data-next={isNext || undefined}
      data-state={state}
      aria-labelledby={nameId}
    >
      <div className={styles.art} aria-hidden={step === 'customer' ? undefined : true}>
        <div className={styles.drawing}>{art}</div>
        <Cenefa />
      </div>
      <div className={`stack-12 pad-16 ${styles.body}`}>
        <StepHead id={nameId} name={name} number={number} state={state} />
        <a
          href={addressOfStep(step)}
          target={tabNameOf(stepTabs[step])}
          className={buttonClass({
            variant: isNext ? 'primary' : 'secondary',
            size: 'money',
            wide: true,
          })}
          onClick={inTab(onOpen)}
        >
          <Icon of={ExternalLink} />
          <span>{goesBack ? texts.openAgain : open}</span>
        </a>
        {children}
        <div className={styles.lines}>
          <p className="strong">{main}</p>
          <p lang={texts.besideLang} className="soft small">
            {beside}
          </p>
          {typedCode !== undefined && (
            <p className={styles.typed}>
              {texts.typedCode.main} ·{' '}
              <span lang={texts.besideLang} className="soft small">
                {texts.typedCode.beside}
              </span>{' '}
              <b className="whole">{typedCode}</b>
            </p>
          )}
        </div>
        {foot}
      </div>
    </li>
  );
}

interface StepHeadProps {
  id: string;
  name: string;
  number: number;
  state: TabState;
}

function StepHead({ id, name, number, state }: StepHeadProps) {
  const texts = useDemoWords();
  const isOpened = state === 'opened';
  return (
    <div className="flow-4">
      <span className={styles.number} aria-hidden>
        {isOpened ? <Check size={22} strokeWidth={3} /> : number}
      </span>
      <h2 id={id} className={styles.name}>
        {name}
      </h2>
      {isOpened && <span className={styles.opened}>{texts.opened}</span>}
      {state === 'waiting' && (
        <span className={styles.waiting}>
          <Icon of={Hourglass} size={18} />
          {texts.waiting}
        </span>
      )}
    </div>
  );
}
