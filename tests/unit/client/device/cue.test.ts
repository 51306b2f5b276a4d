// @vitest-environment node
import { expect, test } from 'vitest';
import { tones, vibrations } from '#src/client/device/cue.ts';

const heard = (cue: keyof typeof tones) => tones[cue].map(({ hertz, durationMs }) => [hertz, durationMs]);

test('the sounds are those of the design', () => {
  expect(heard('paid')).toEqual([
    [660, 120],
    [990, 220],
  ]);
  expect(heard('refused')).toEqual([
    [330, 200],
    [220, 380],
  ]);
  expect(heard('pending')).toEqual([
    [520, 120],
    [520, 120],
  ]);
});

test('the vibrations are those of the design', () => {
  expect(vibrations).toEqual({ paid: [120], refused: [300, 120, 300], pending: [80, 80, 80, 80, 80] });
});
