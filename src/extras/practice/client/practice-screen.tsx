import { type ComponentType, useSyncExternalStore } from 'react';
import type { LoadApp } from '#src/client/shared/extra.ts';
import { practicePath } from '#src/client/state/practice/practicing.ts';
import { ExerciseList } from './exercise-list.tsx';
import { ExercisePage, prepareExercise } from './exercise-page.tsx';
import { exerciseOf } from './exercises/exercises.ts';
import { createWorld } from './exercises/world.ts';
import { markDocument } from './mark-document.ts';
import { practisingUser } from './market/invented.ts';
import { makeIssuingKey } from './market/issuing-key.ts';
import { openMarket } from './market/open-market.ts';
import type { PracticeServer } from './place/own-network.ts';
import { PracticeFrame } from './practice-frame.tsx';
import type { Practice } from './practice.ts';
import './practice.css';

/** The list or one exercise. Each is a separate document, so an exercise starts anew when it is loaded. */
export async function practiceScreen(
  { loadApp, ...place }: Pick<Practice, 'camera' | 'real'> & { loadApp: LoadApp },
  serve: (server: PracticeServer) => void,
): Promise<ComponentType> {
  markDocument();
  const exercise = exerciseOf(location.pathname.slice(practicePath.length + 1));
  if (exercise === null) return () => <ExerciseList real={place.real} />;
  const practice: Practice = {
    ...place,
    app: (await loadApp()).Router,
    world: createWorld(),
    key: await makeIssuingKey(location.origin),
  };
  const { world, real } = practice;
  serve(openMarket(practice, practisingUser[exercise.role]));
  const ready = prepareExercise(exercise, practice);
  return function PracticeScreen() {
    const { at } = useSyncExternalStore(world.subscribe, world.read);
    return (
      <PracticeFrame real={real} exercise={exercise} at={at} world={world}>
        <ExercisePage ready={ready} practice={practice} exercise={exercise} />
      </PracticeFrame>
    );
  };
}
