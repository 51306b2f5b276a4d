import { FileInput } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Run } from '#src/extras/notebook/client/running/bring-run.ts';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import styles from './bring-in.module.css';

interface ProgressProps {
  title: string;
  done: number;
  all: number;
  children?: ReactNode;
}

/** Progress over many rows, announced at every tenth. */
export function Progress({ title, done, all, children }: ProgressProps) {
  const id = useId();
  const tenth = Math.floor((10 * done) / Math.max(1, all)) * 10;
  return (
    <section className={styles.progress}>
      <span className={styles.dropIcon}>
        <Icon of={FileInput} size={56} />
      </span>
      <h2 id={id}>{title}</h2>
      <progress aria-labelledby={id} max={all} value={done} />
      <output className="visually-hidden" aria-live="polite">
        {texts.bringingSaid(tenth)}
      </output>
      {children}
    </section>
  );
}

interface ProgressStepProps {
  run: Run;
  onAgain: () => void;
  onLeave: () => void;
}

/** Trayendo: the import continues automatically, on other pages and after the link returns. */
export function ProgressStep({ run, onAgain, onLeave }: ProgressStepProps) {
  const { done, all, state, secondsLeft, problem } = run;
  if (state === 'stopped')
    return (
      <section className={styles.progress}>
        <h2>{texts.stopped}</h2>
        <Notice kind="refused">{problem}</Notice>
        <p>{texts.unfinished(done, all)}</p>
        <div className="cluster-12">
          <Button onClick={onAgain}>{texts.resume}</Button>
          <Button variant="secondary" onClick={onLeave}>
            {texts.giveUp}
          </Button>
        </div>
      </section>
    );
  return (
    <Progress title={texts.bringing(done, all)} done={done} all={all}>
      {state === 'waiting' ? (
        <Notice kind="pending">{texts.paused}</Notice>
      ) : (
        <p>
          {secondsLeft > 0 && texts.leftSeconds(secondsLeft)} {texts.goOn}
        </p>
      )}
      <p className="soft small">{texts.never}</p>
    </Progress>
  );
}
