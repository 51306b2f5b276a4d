import { Check, ChevronRight, Play } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { practicePath } from '#src/client/state/practice/practicing.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { exerciseTexts, practiceTexts as texts } from '../texts/practice-texts.ts';
import type { Exercise } from './exercises/exercise.ts';
import { exercises } from './exercises/exercises.ts';
import { readDone } from './exercises/kept-done.ts';
import type { PracticeRole } from './market/invented.ts';
import type { RealPlace } from './place/own-place.ts';
import { PracticeFrame } from './practice-frame.tsx';
import styles from './practice.module.css';

const roles: readonly PracticeRole[] = ['ESTANTE', 'RECARGA'];

/** The ten exercises, with a mark on those finished on this device. */
export function ExerciseList({ real }: { real: RealPlace }) {
  const done = readDone(real.local);
  const heading = useRef<HTMLHeadingElement>(null);
  const count = exercises.filter(({ id }) => done.includes(id)).length;
  const next = exercises.find(({ id }) => !done.includes(id))?.id;
  useEffect(() => {
    document.title = `${texts.title} · ${appTexts.name}`;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <PracticeFrame real={real} exercise={null}>
      <main className={styles.list}>
        <header className={styles.head}>
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {texts.title}
            </h1>
            <p className="soft">{texts.note}</p>
          </div>
          <p className={styles.sum}>{texts.done(count, exercises.length)}</p>
        </header>
        <progress
          className={styles.progress}
          aria-label={texts.progress}
          value={count}
          max={exercises.length}
        />
        {roles.map((role) => (
          <Group key={role} role={role} done={done} next={next} />
        ))}
      </main>
    </PracticeFrame>
  );
}

interface GroupProps {
  role: PracticeRole;
  done: readonly string[];
  next: Exercise['id'] | undefined;
}

function Group({ role, done, next }: GroupProps) {
  const id = useId();
  return (
    <section className="stack-8" aria-labelledby={id}>
      <h2 id={id}>{texts.groups[role]}</h2>
      <ul className={styles.rows}>
        {exercises.map((exercise, place) =>
          exercise.role === role ? (
            <li key={exercise.id}>
              <Row
                exercise={exercise}
                number={place + 1}
                isDone={done.includes(exercise.id)}
                isNext={exercise.id === next}
              />
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

interface RowProps {
  exercise: Exercise;
  number: number;
  isDone: boolean;
  isNext: boolean;
}

function Row({ exercise: { id }, number, isDone, isNext }: RowProps) {
  const { title, note } = exerciseTexts[id];
  return (
    <a href={`${practicePath}/${id}`} className={isNext ? `${styles.row} ${styles.next}` : styles.row}>
      <span className={styles.number} data-tone={isDone ? 'paid' : undefined}>
        {isDone ? <Icon of={Check} size={20} /> : number}
      </span>
      <span className={styles.words}>
        <b>
          {title}
          {isDone && <span className="visually-hidden">. {texts.isDone}</span>}
        </b>
        <span className="soft">{note}</span>
      </span>
      <span className={styles.go}>{isDone ? texts.again : isNext ? texts.start : ''}</span>
      <Icon of={isNext ? Play : ChevronRight} size={20} />
    </a>
  );
}
