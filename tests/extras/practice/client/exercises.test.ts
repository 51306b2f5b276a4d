import { describe, expect, it } from 'vitest';
import { isPracticeVoucher } from '#src/domain/voucher/practice-voucher.ts';
import { stepAt } from '#src/extras/practice/client/exercises/exercise.ts';
import { exerciseOf, exercises } from '#src/extras/practice/client/exercises/exercises.ts';
import { keepDone, readDone } from '#src/extras/practice/client/exercises/kept-done.ts';
import { createWorld, type World } from '#src/extras/practice/client/exercises/world.ts';
import { memoryStorage } from '#src/extras/practice/client/place/own-storage.ts';
import { exerciseTexts } from '#src/extras/practice/texts/practice-texts.ts';

const blank: World = createWorld().read();

describe('the ten exercises', () => {
  it('are ten, each with a separate address', () => {
    expect(exercises).toHaveLength(10);
    for (const { id } of exercises) expect(exerciseOf(`${id}/dashboard/home`)?.id).toBe(id);
    expect(exerciseOf('')).toBeNull();
  });

  it.each(exercises.map((one) => [one.id, one] as const))(
    '%s says something at every step, begins undone and has practice papers alone',
    (id, exercise) => {
      const world = { ...blank, books: exercise.books, path: exercise.startAt, isOpen: false };
      expect(exerciseTexts[id].steps).toHaveLength(exercise.steps.length);
      expect(stepAt(exercise, world, 0)).toBe(0);
      expect(exercise.slip?.(world) ?? null).toBeNull();
      expect(exercise.books.papers.every((paper) => isPracticeVoucher(paper.id))).toBe(true);
    },
  );

  it('remembers completed ones, and forgets unreadable data', () => {
    const kept = memoryStorage();
    keepDone(kept, 'no-alcanza');
    keepDone(kept, 'no-alcanza');
    expect(readDone(kept)).toEqual(['no-alcanza']);
    kept.setItem('mercado.practica', '{');
    expect(readDone(kept)).toEqual([]);
    expect(readDone(null)).toEqual([]);
  });
});
