import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildIfStale } from '#scripts/bundle/build-if-stale.ts';

/**
 * `npm run evidence -- --runs 100000 --kills 200 --races 200`: runs everything that shows that no money is
 * lost or doubled, and writes docs/evidence.md: each result, with day, commit, and the command to repeat it.
 * In sequence, hours at full size; ends with 1 after any finding, which the page also shows.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '200' },
    races: { type: 'string', default: '200' },
  },
});
const { runs, seed, kills, races } = values;

type Proof = {
  title: string;
  command: string;
  /** Matches the lines of its output that are figures. */
  keeps: RegExp;
};

const proofs: readonly Proof[] = [
  {
    title: 'Random market days: failing links, disks, clocks and servers, dishonest devices, restores',
    command: `npm run simulate:night -- --runs ${runs} --seed ${seed}`,
    keeps: /runs from seed|worst overspend|liar gained|restore|with violations/,
  },
  {
    title: 'Planted bugs that the simulator must find',
    command: 'npm run simulate:bugs',
    keeps: /found within/,
  },
  {
    title: 'Listed mistakes in money code, one at a time, that a test has to notice',
    command: 'npm run mutants',
    keeps: /mutants noticed|survived/,
  },
  {
    title: 'The server, and the PostgreSQL under it, killed in the middle of purchases',
    command: `KILL_ROUNDS=${kills} npx vitest run tests/disasters/server-killed.test.ts`,
    keeps: /loses no acknowledged purchase|Tests {2}/,
  },
  {
    title: 'A real browser killed at every moment of a sale, and two tabs in a race',
    command: `npm run kill -- --rounds ${kills} --races ${races} --seed ${seed}`,
    keeps: /kills \(|races of|nothing lost|findings/,
  },
];

await buildIfStale();
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const sections: string[] = [];
let failed = 0;
for (const { title, command, keeps } of proofs) {
  process.stdout.write(`${command}\n`);
  const { code, printed } = await run(command);
  if (code !== 0) failed += 1;
  const figures = printed.split('\n').filter((line) => keeps.test(line));
  const said = [
    ...figures.slice(-8).map((line) => line.trim()),
    ...(code === 0 ? [] : [`It ended with ${code}.`]),
  ];
  sections.push(
    `## ${title}\n\n\`${command}\` (${today()}, commit ${commit})\n\n${said.map((line) => `- ${line}`).join('\n')}\n`,
  );
  // After each: a long run that is aborted leaves its results so far.
  writePage();
}
process.exitCode = failed > 0 ? 1 : 0;

function writePage(): void {
  const head = `# Evidence

Written by \`npm run evidence\` on ${today()}: what each command printed. Each can be run by itself; seeds make it the same run.
`;
  writeFileSync('docs/evidence.md', [head, ...sections].join('\n'));
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A command's exit code, and its output without colours. */
function run(command: string): Promise<{ code: number; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, env: { ...process.env, NO_COLOR: '1' } });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code: code ?? 1, printed }));
  });
}
