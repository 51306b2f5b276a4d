import { Check, ChevronRight } from 'lucide-react';
import { Icon } from '#src/client/ui/icon.tsx';
import { bringInTexts as texts } from '#src/extras/notebook/texts/sheets-texts.ts';
import styles from './steps.module.css';

const steps = ['drop', 'columns', 'rows', 'review', 'bring'] as const;
export type Step = (typeof steps)[number];

/** Shows the current of five steps; on a phone only its number and name. */
export function StepsBar({ now }: { now: Step | 'done' }) {
  const reached = now === 'done' ? steps.length : steps.indexOf(now);
  return (
    <ol className={styles.steps} aria-label={texts.stepsLabel}>
      {steps.map((step, place) => (
        <li
          key={step}
          className={styles.step}
          data-state={place < reached ? 'past' : place === reached ? 'now' : 'next'}
          aria-current={place === reached ? 'step' : undefined}
        >
          {place > 0 && <Icon of={ChevronRight} size={16} />}
          <span className={styles.stepName}>
            {place < reached ? <Icon of={Check} size={18} /> : <span aria-hidden>{place + 1}</span>}
            <span className={styles.stepWord}>{texts.steps[step]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
