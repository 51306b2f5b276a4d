import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { openDay } from './day.ts';
import { people } from './market-people.ts';
import { openPage, seeLarge, seeTargets } from './page-walks.ts';

const day = openDay();
const room = mkdtempSync(join(tmpdir(), 'restored-'));

afterAll(() => rmSync(room, { recursive: true, force: true }));

test('Dispositivos dice qué anotar otra vez después de restaurar', async () => {
  const copy = join(room, 'copy');
  await day.market.backUp(copy);
  await day.market.putBack(copy);
  const { page } = await day.open({ width: 360, height: 740 }, people.market);
  await openPage(page, 'dispositivos');
  await expect(page.getByRole('heading', { name: 'Después de restaurar' })).toBeVisible();
  await expect(page.getByText('anótelo otra vez con sus papeles')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect(await seeTargets(page)).toEqual([]);
  expect(await seeLarge(page)).toEqual([]);
});
