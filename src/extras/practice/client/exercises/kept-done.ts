import type { ExerciseId } from './exercise.ts';

const key = 'mercado.practica';

/** Returns the exercises finished on this device, the only record that practice keeps. */
export function readDone(kept: Storage | null): readonly string[] {
  try {
    const told: unknown = JSON.parse(kept?.getItem(key) ?? '[]');
    return Array.isArray(told) ? told.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function keepDone(kept: Storage | null, id: ExerciseId): void {
  try {
    kept?.setItem(key, JSON.stringify([...new Set([...readDone(kept), id])]));
  } catch {
    // Without storage it is shown as unfinished the next time.
  }
}
