import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { barriers } from './barriers.ts';
import { marketForPages } from './market-for-pages.ts';
import { people } from './market-people.ts';
import { openDevice, signIn, visiting } from './open-device.ts';
import { openPage, seeLarge, seeTargets } from './page-walks.ts';

const { market, browser } = marketForPages();
const room = mkdtempSync(join(tmpdir(), 'restored-'));

afterAll(() => rmSync(room, { recursive: true, force: true }));

test('Dispositivos dice qué anotar otra vez después de restaurar', async () => {
  const copy = join(room, 'copy');
  await market.backUp(copy);
  await market.putBack(copy);
  const { page, complaints } = await openDevice(browser, market, { width: 360, height: 740 }, visiting);
  await signIn(page, people.market);
  await openPage(page, 'dispositivos');
  await expect(page.getByRole('heading', { name: 'Después de restaurar' })).toBeVisible();
  await expect(page.getByText('anótelo otra vez con sus papeles')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect(await seeTargets(page)).toEqual([]);
  expect(await seeLarge(page)).toEqual([]);
  expect(complaints).toEqual([]);
  expect((await market.audit()).findings).toEqual([]);
});
