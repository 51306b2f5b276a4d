import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nouns } from '#src/server/nouns.ts';

it('every noun of the server, and the journal, has a plugin that serves its calls', () => {
  expect(Object.keys(nouns).toSorted()).toEqual([...readdirSync('src/server/nouns'), 'journal'].toSorted());
});
