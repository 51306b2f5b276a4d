import { Check, ExternalLink, Hourglass } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { TabState } from '#src/client/screens/demo/demo-channel.ts';
import {
  addressOfStep,
  type DemoStepName,
  inTab,
  stepTabs,
  tabNameOf,
} from '#src/client/screens/demo/demo-tabs.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { useDemoWords } from './demo-words.ts';
import styles from './demo-step.module.css';

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
export function DemoStep({
  step,
  number,
  state,
  isNext,
  art,
  typedCode,
  onOpen,
  children,
  foot,
}: DemoStepProps) {
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
