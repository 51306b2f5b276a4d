import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { phrases } from '#src/client/device/voice/phrases.ts';
import { hundreds, joints, small, tens } from '#src/client/device/voice/spell-amount.ts';

/**
 * Records the words and phrases of the voice into one file, src/client/device/voice/clips.mp3, and writes down where each
 * begins. Needs the programs espeak-ng and lame (both are packages of Debian and of Homebrew), only when a phrase changes:
 * what they make is committed. docs/decisions/history/0032-a-recorded-voice.md says why these two.
 */
const voice = ['-v', 'es-419', '-s', '150', '-a', '160'];
const rate = 22_050;
const folder = 'src/client/device/voice';
/** Between two clips, ms: an MP3 smears some 20 ms around what it holds. */
const gapMs = 70;
/** The first sound of the file, by which a player finds where its decoder begins to count, ms. */
const markMs = 40;
const limitBytes = 150_000;

/** One text, without the silence before and after it. */
function record(text: string): Int16Array {
  const wav = join(tmpdir(), `clip-${process.pid}.wav`);
  execFileSync('espeak-ng', [...voice, '-w', wav, text]);
  const file = readFileSync(wav);
  const samples = new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length));
  const isHeard = (sample: number): boolean => Math.abs(sample) > 250;
  const from = Math.max(0, samples.findIndex(isHeard) - rate / 100);
  const to = Math.min(samples.length, samples.findLastIndex(isHeard) + rate / 50);
  return loud(samples.subarray(from, to));
}

/** Every clip equally loud at its loudest: a short word would be lost. */
function loud(samples: Int16Array): Int16Array {
  const most = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 1);
  return samples.map((sample) => Math.round((sample * 29_000) / most));
}

const silence = (durationMs: number): Int16Array => new Int16Array(Math.round((rate * durationMs) / 1000));
const mark = Int16Array.from({ length: (rate * markMs) / 1000 }, (_, at) =>
  Math.round(20_000 * Math.sin((2 * Math.PI * 1000 * at) / rate)),
);

const texts = new Map<string, string>([
  ...[...small, ...tens, ...hundreds, ...joints].map((word) => [word, word] as const),
  ...Object.entries(phrases),
]);
const parts: Int16Array[] = [silence(gapMs), mark, silence(gapMs)];
const samplesSoFar = (): number => parts.reduce((sum, part) => sum + part.length, 0);
const toMs = (samples: number): number => Math.round((samples * 1000) / rate);
const rows: string[] = [];
for (const [name, text] of texts) {
  const clip = record(text);
  rows.push(
    `  ${/^[a-zA-Z]+$/.test(name) ? name : `'${name}'`}: [${toMs(samplesSoFar())}, ${toMs(clip.length)}],`,
  );
  parts.push(clip, silence(gapMs));
}

const raw = join(tmpdir(), `clips-${process.pid}.raw`);
writeFileSync(
  raw,
  Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))),
);
const how = ['-r', '-s', String(rate / 1000), '--bitwidth', '16', '--signed', '--little-endian', '-m', 'm'];
execFileSync('lame', [
  '--quiet',
  ...how,
  '--resample',
  '16',
  '-b',
  '16',
  '-q',
  '0',
  raw,
  `${folder}/clips.mp3`,
]);
writeFileSync(
  `${folder}/clip-times.ts`,
  `/** Made by scripts/pictures/speak-clips.ts: where each clip of clips.mp3 begins and how long it is, ms. */\nexport const clipTimes = {\n${rows.join('\n')}\n} as const;\n\nexport type Clip = keyof typeof clipTimes;\n\n/** Where the mark begins, the first sound of the file, ms. */\nexport const markAtMs = ${gapMs};\n`,
);
const { size } = statSync(`${folder}/clips.mp3`);
console.log(`${texts.size} clips, ${toMs(samplesSoFar()) / 1000} s, ${size} bytes of ${limitBytes}`);
if (size > limitBytes) process.exitCode = 1;
