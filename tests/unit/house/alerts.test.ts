import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMeters, meterProcess } from '#src/server/nouns/watch/meters.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const rules = read('deploy/prometheus/mercado-rules.yml').replaceAll(/^#.*$/gm, '');
const board = read('deploy/grafana/mercado.json');

/** Names of metrics in a text, except those that Prometheus generates. */
function named(text: string): string[] {
  return [...new Set(text.match(/\b(?:mercado|http|nodejs|process)_[a-z0-9_]+/g))];
}

it('alerts and dashboards name metrics that the server exports', async () => {
  const meters = createMeters('1.2.3');
  meterProcess(meters, {
    database: {},
    waiting: () => 0,
    clockAheadUntil: () => null,
    liveNow: () => new Date(),
  });
  const given = await meters.registry.getMetricsAsJSON();
  const names = new Set(
    given.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name],
    ),
  );
  expect(named(rules).length).toBeGreaterThan(10);
  expect([...named(rules), ...named(board)].filter((name) => !names.has(name))).toEqual([]);
  const shown = new Set(named(`${rules}${board}`).map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
  // Unused metrics are not counted.
  expect(
    given.map(({ name }) => name).filter((name) => name.startsWith('mercado_') && !shown.has(name)),
  ).toEqual([]);
});

it('describes at each alert what to do', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  expect(alerts.length).toBeGreaterThan(10);
  const manual = read('docs/operations.md');
  expect(alerts.filter((name) => !manual.includes(`| \`${name}\` | `))).toEqual([]);
  const answered = [...manual.matchAll(/^\| `(Mercado\w+)` \| /gm)].map(([, name]) => name ?? '');
  expect(answered.filter((name) => !alerts.includes(name))).toEqual([]);
});
