import { GraduationCap, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { practicePath } from '#src/client/state/practice/practicing.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { exerciseTexts, practiceTexts as texts } from '../texts/practice-texts.ts';
import type { Exercise } from './exercises/exercise.ts';
import type { WorldStore } from './exercises/world.ts';
import { leavePractice } from './leave-practice.ts';
import type { RealPlace } from './place/own-place.ts';
import styles from './practice.module.css';

interface PracticeFrameProps {
  real: RealPlace;
  /** Null for the list. */
  exercise: Exercise | null;
  at?: number;
  world?: WorldStore;
  children: ReactNode;
}

/** Surrounds every page of practice with a label, the exit and the current step. */
export function PracticeFrame({ real, exercise, at = 0, world, children }: PracticeFrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.room}>
        <div className={styles.band} role="region" aria-label={texts.page}>
          <Icon of={GraduationCap} />
          <p>{texts.band}</p>
          <button type="button" className={styles.leave} onClick={() => leavePractice(real)}>
            <Icon of={X} size={20} />
            {texts.leave}
          </button>
        </div>
        {exercise !== null && world !== undefined ? (
          <Coach exercise={exercise} at={at} slip={exercise.slip?.(world.read()) ?? null} />
        ) : (
          <span />
        )}
        <div className={styles.stage}>
          <div className={styles.scroller}>{children}</div>
          <div className={styles.mark} aria-hidden />
        </div>
      </div>
    </div>
  );
}

interface CoachProps {
  exercise: Exercise;
  at: number;
  slip: string | null;
}

/** Shows the current step; finished steps are detected. */
function Coach({ exercise: { id, steps }, at, slip }: CoachProps) {
  const { title, steps: words } = exerciseTexts[id];
  const isDone = at >= steps.length;
  const said = slip ?? (isDone ? texts.finished(title) : (words[at] ?? ''));
  return (
    <div className={styles.coach} role="region" aria-label={title}>
      <p role="status">{said}</p>
      {slip === null && !isDone && <span className={styles.count}>{texts.step(at + 1, steps.length)}</span>}
      {slip !== null && <a href={`${practicePath}/${id}`}>{texts.again}</a>}
      {(isDone || slip !== null) && <a href={practicePath}>{texts.list}</a>}
    </div>
  );
}
