import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nouns } from '#src/server/nouns.ts';

it('every noun of the server, and the journal, has a plugin that serves its calls', () => {
  expect(Object.keys(nouns).toSorted()).toEqual([...readdirSync('src/server/nouns'), 'journal'].toSorted());
});

it('the server has no folder beside those that the import rules name', () => {
  const folders = readdirSync('src/server', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual([
    'http',
    'journal',
    'ledger',
    'nouns',
    'run',
    'store',
  ]);
});
