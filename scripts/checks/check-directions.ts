import { spawnSync } from 'node:child_process';
import * as z from 'zod';

const report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string(), severity: z.string() }),
      }),
    ),
  }),
});

/** Fewer modules mean that the tool read nothing, which it reports as success. */
const leastModules = 200;

export type DirectionReport = { modules: number; violations: string[] };

/** Returns imports of `src` in `folder` in a forbidden direction, including type-only ones. */
export function readDirections(folder: string): DirectionReport {
  const config = new URL('../../.dependency-cruiser.cjs', import.meta.url).pathname;
  const cli = new URL('../../node_modules/dependency-cruiser/bin/dependency-cruise.mjs', import.meta.url)
    .pathname;
  const run = spawnSync(process.execPath, [cli, 'src', '--config', config, '--output-type', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (!run.stdout.startsWith('{')) throw new Error(`dependency-cruiser said nothing to read: ${run.stderr}`);
  const { summary } = report.parse(JSON.parse(run.stdout));
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  };
}

export async function checkDirections(): Promise<void> {
  const { modules, violations } = readDirections(process.cwd());
  if (modules < leastModules) throw new Error(`only ${modules} modules were read`);
  if (violations.length > 0) throw new Error(`\n  ${violations.join('\n  ')}`);
}
