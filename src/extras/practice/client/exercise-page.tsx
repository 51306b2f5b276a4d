import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { practicePath } from '#src/client/state/practice/practicing.ts';
import { patchAuth, signOutLocally } from '#src/client/state/session.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { practiceTexts as texts } from '../texts/practice-texts.ts';
import type { Exercise } from './exercises/exercise.ts';
import { keepDone } from './exercises/kept-done.ts';
import { runExercise } from './exercises/run-exercise.ts';
import type { WorldStore } from './exercises/world.ts';
import { practisingUser } from './market/invented.ts';
import type { Practice } from './practice.ts';
import styles from './practice.module.css';

/** Sets up the market, the person and the tablet as the exercise begins. Returns a sentence if that fails. */
export async function prepareExercise(exercise: Exercise, practice: Practice): Promise<string | null> {
  const { world, real } = practice;
  const user = practisingUser[exercise.role];
  world.patch({ books: exercise.books });
  patchAuth({ token: 'practica', refreshToken: 'practica', user, isAuthenticated: true, error: '' });
  history.replaceState(null, '', `${practicePath}/${exercise.id}${exercise.startAt}`);
  watchPrints(world);
  const { prepareTablet, watchAccepted } = await import('./exercises/prepare-tablet.ts');
  if (exercise.tablet !== undefined) {
    if (!('subtle' in crypto)) return texts.needsHttps;
    await prepareTablet(user.id, exercise.role);
  }
  if (exercise.tablet === 'locked') {
    signOutLocally();
    world.patch({ isOpen: false });
  }
  await watchAccepted((accepted) => world.patch({ accepted }));
  runExercise(exercise, practice, () => keepDone(real.local, exercise.id));
  return null;
}

/** Each printed page is laid out in a separate frame. */
function watchPrints(world: WorldStore): void {
  const isPrint = (node: Node): boolean => node instanceof HTMLIFrameElement;
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes].filter(isPrint)).length;
    if (added > 0) world.patch({ prints: world.read().prints + added });
  }).observe(document.body, { childList: true });
}

interface ExercisePageProps {
  ready: Promise<string | null>;
  practice: Practice;
  exercise: Exercise;
}

/** Shows the application itself, once everything is set up. */
export function ExercisePage({ ready, practice: { app: App, world }, exercise }: ExercisePageProps) {
  const [state, setState] = useState<'preparing' | 'ready' | { problem: string }>('preparing');
  useEffect(() => {
    ready.then(
      (problem) => setState(problem === null ? 'ready' : { problem }),
      () => setState({ problem: texts.failed }),
    );
  }, [ready]);
  if (state === 'ready')
    return (
      <App basename={`${practicePath}/${exercise.id}`}>
        <Watch world={world} />
      </App>
    );
  return (
    <main className={styles.list}>
      <h1>{texts.page}</h1>
      {state === 'preparing' ? (
        <p role="status">{texts.preparing}</p>
      ) : (
        <Notice kind="refused">{state.problem}</Notice>
      )}
    </main>
  );
}

/** Reports the current page to the exercise, and whether the tablet is open. */
function Watch({ world }: { world: WorldStore }) {
  const { pathname: path } = useLocation();
  const isOpen = useActor() !== null;
  useEffect(() => {
    world.patch({ path, isOpen });
  }, [world, path, isOpen]);
  return null;
}
