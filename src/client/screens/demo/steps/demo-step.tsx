import { Check, ExternalLink, Hourglass } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { addressOf, tabNameOf } from '#src/client/screens/demo/demo-tabs.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { useDemoWords } from './demo-words.ts';
import type { TabState } from './use-opened.ts';
import styles from './demo-step.module.css';

interface DemoStepProps {
  step: 'point' | 'stall' | 'customer';
  number: number;
  state: TabState;
  isNext: boolean;
  art: ReactNode;
  /** The code to type without a camera. */
  typedCode?: string | undefined;
  onOpen: () => void;
  /** Content below the button. */
  children?: ReactNode;
}

/** One step. It is never locked, and highlighted while it is the next one. */
export function DemoStep({ step, number, state, isNext, art, typedCode, onOpen, children }: DemoStepProps) {
  const texts = useDemoWords();
  const { name, open, main, beside } = texts.steps[step];
  const nameId = useId();
  const isOpened = state === 'opened';

  function go(event: MouseEvent): void {
    // With a modifier key the person chooses where the link opens.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <li className={styles.card} data-next={isNext || undefined} data-state={state} aria-labelledby={nameId}>
      <div className={styles.art} aria-hidden={step === 'customer' ? undefined : true}>
        <div className={styles.drawing}>{art}</div>
        <Cenefa />
      </div>
      <div className={styles.body}>
        <div className={styles.head}>
          <span className={styles.number} aria-hidden>
            {isOpened ? <Check size={22} strokeWidth={3} /> : number}
          </span>
          <h2 id={nameId} className={styles.name}>
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
        <a
          href={addressOf(step)}
          target={tabNameOf(step)}
          className={buttonClass({
            variant: isNext ? 'primary' : 'secondary',
            size: 'money',
            wide: true,
            className: styles.open,
          })}
          onClick={go}
        >
          <Icon of={ExternalLink} />
          <span>{isOpened ? texts.openAgain : open}</span>
        </a>
        {children}
        <div className={styles.lines}>
          <p className={styles.main}>{main}</p>
          <p lang={texts.besideLang} className="soft small">
            {beside}
          </p>
          {typedCode !== undefined && (
            <p className={styles.typed}>
              {texts.typedCode.main} ·{' '}
              <span lang={texts.besideLang} className="soft small">
                {texts.typedCode.beside}
              </span>{' '}
              <b>{typedCode}</b>
            </p>
          )}
        </div>
      </div>
    </li>
  );
}
