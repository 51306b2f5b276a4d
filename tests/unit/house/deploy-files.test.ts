import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operatorCommands } from '#scripts/release/operator-commands.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, one]) => one ?? []);

describe('compose.yaml', () => {
  const compose = read('compose.yaml');
  const stages = matches(read('Dockerfile'), /^FROM .+ AS (\w+)$/gm);

  test('builds stages of the Dockerfile, and mounts existing files', () => {
    expect(stages).toEqual(['build', 'server']);
    const targets = matches(compose, /^ {6}target: (\w+)$/gm);
    expect(targets.toSorted()).toEqual(['build', 'server']);
    const mounted = matches(compose, /^ {6}- \.\/(.+?):/gm);
    expect(mounted).toEqual(['deploy/Caddyfile']);
    for (const path of [...mounted, ...matches(compose, /(scripts\/\S+\.ts)/g)])
      expect(existsSync(path)).toBe(true);
  });

  test('gives each service its own port of the host', () => {
    const ports = matches(compose, /^ {6}- (?:127\.0\.0\.1:)?(\d+):\d+$/gm);
    expect(new Set(ports).size).toBe(ports.length);
    expect(ports).toEqual(expect.arrayContaining(['80', '443', '3000']));
  });
});

test('runs the server image and one CI job on Node 24', () => {
  expect(read('Dockerfile')).toContain('node:24-bookworm-slim');
  expect(matches(read('.github/workflows/ci.yml'), /node: \[(.+)\]/g)).toEqual(["'20.19', '22', '24'"]);
  expect(read('.github/workflows/ci.yml')).toContain('- run: bash .ci/run');
});

test('installs with executable scripts, and names each command of an operator', () => {
  for (const path of ['deploy/install.sh', 'deploy/mercado']) expect(statSync(path).mode & 0o111).toBe(0o111);
  // The command reads its list from the package, which is generated from this table.
  expect(read('deploy/mercado')).toContain('package.json');
  const manual = read('docs/operations.md').split('## Settings\n')[0] ?? '';
  expect(Object.keys(operatorCommands).filter((name) => !manual.includes(name))).toEqual([]);
});

test('installs every unit with the settings that the installation writes', () => {
  const install = read('deploy/install.sh');
  expect(install).toContain('"$current"/deploy/*.service "$current"/deploy/*.timer');
  const [settings = ''] = matches(install, /settings=(\S+)/g);
  for (const unit of ['mercado-campesino', 'mercado-audit', 'mercado-audit-full', 'mercado-drill'])
    expect(read(`deploy/${unit}.service`)).toContain(`EnvironmentFile=-${settings}`);
});
