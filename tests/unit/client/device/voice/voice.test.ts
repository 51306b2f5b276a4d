// @vitest-environment node
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtPageForSuite } from '#tests/support/browser/built-page-for-suite.ts';

const { page } = builtPageForSuite('tests/unit/client/device/device-page.tsx');

/**
 * Renders a paid amount into samples instead of a loudspeaker. Returns its silences and its length, seconds.
 */
function sayPaid(amount: number, volume: number) {
  return page.evaluate(
    async ({ amount: pesos, volume: loudness }) => {
      const rate = 16_000;
      const context = new OfflineAudioContext(1, 12 * rate, rate);
      const { createVoice, sentences } = window.device;
      const seconds = await createVoice(
        () => context,
        () => loudness,
      ).say(sentences.paid(pesos));
      const samples = (await context.startRendering()).getChannelData(0);
      const silences: number[] = [];
      let [quiet, loudest] = [0, 0];
      for (const sample of samples.subarray(0, Math.round(seconds * rate))) {
        loudest = Math.max(loudest, Math.abs(sample));
        if (Math.abs(sample) < 0.01) quiet += 1;
        else {
          if (quiet / rate > 0.05) silences.push(quiet / rate);
          quiet = 0;
        }
      }
      return { seconds, silences, loudest };
    },
    { amount, volume },
  );
}

describe('the recorded voice in a browser', () => {
  it('speaks a result with its amount without gaps: pauses only separate sentences', async () => {
    const { seconds, silences, loudest } = await sayPaid(12_500, 0.8);
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(6);
    expect(loudest).toBeGreaterThan(0.3);
    // Stops inside words ("q", "t", "p") are silent as well, and short.
    expect(silences.filter((silence) => silence > 0.15).length).toBeLessThanOrEqual(2);
    expect(Math.max(...silences)).toBeLessThan(0.3);
  });

  it('is silent when switched off', async () => {
    expect(await sayPaid(12_500, 0)).toEqual({ seconds: 0, silences: [], loudest: 0 });
  });

  it('is silent, without failing, before the first tap', async () => {
    const said = await page.evaluate(() =>
      window.device
        .createVoice(
          () => undefined,
          () => 1,
        )
        .say(window.device.sentences.badPaper()),
    );
    expect(said).toBe(0);
  });
});

it('the recording is at most 150 kB, and is an MP3', () => {
  const path = 'src/client/device/voice/clips.mp3';
  expect(statSync(path).size).toBeLessThanOrEqual(150_000);
  expect(readFileSync(path)[0]).toBe(0xff);
});
