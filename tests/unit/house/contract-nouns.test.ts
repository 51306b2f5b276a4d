import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { calls } from '#src/contract/calls.ts';

const folders = (room: string): string[] =>
  readdirSync(room, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** Wire nouns whose server part is in another noun. */
const servedElsewhere = {
  markets: 'accounts',
  operations: 'purchases',
  sync: 'journal',
} as const satisfies Record<string, string>;

describe('wire nouns', () => {
  it('each noun is one of the server, or names the one that serves it', () => {
    const served = new Set([...folders('src/server/nouns'), 'journal']);
    expect(Object.values(servedElsewhere).filter((noun) => !served.has(noun))).toEqual([]);
    expect(
      folders('src/contract')
        .filter((noun) => !served.has(noun))
        .toSorted(),
    ).toEqual(Object.keys(servedElsewhere));
  });

  it('every row of a noun is in the table of calls', async () => {
    const files = readdirSync('src/contract', { recursive: true, encoding: 'utf8' })
      .filter((path) => /\/([\w-]+-)?calls\.ts$/.test(path))
      .map((path) => `src/contract/${path}`);
    expect(files.length).toBeGreaterThan(10);
    const missing: string[] = [];
    for (const file of files) {
      const rows: Record<string, object> = await import(pathToFileURL(resolve(file)).href);
      for (const [name, table] of Object.entries(rows)) {
        if (!name.endsWith('Calls')) continue;
        missing.push(...Object.keys(table).filter((call) => !(call in calls)));
      }
    }
    expect(missing).toEqual([]);
  });
});
