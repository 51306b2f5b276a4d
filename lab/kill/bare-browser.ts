import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openKillable } from './killable-browser.ts';

/**
 * Data that a killed browser itself loses, without the product: a bare page writes by `strict` transactions
 * and reports the completed ones. Returns how often reported data was gone.
 */
export async function killBareBrowser(rounds: number): Promise<number> {
  const profile = mkdtempSync(join(tmpdir(), 'bare-'));
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>bare</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let told = 0;
  let losses = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { context, page, kill } = await openKillable(profile, {
        baseURL,
        viewport: { width: 400, height: 400 },
      });
      await context.addInitScript('globalThis.__name ??= (work) => work;');
      await context.exposeBinding('tell', (_source, last: number) => {
        told = Math.max(told, last);
      });
      await page.goto('/');
      const found = await writeOn(page);
      if (found < told) {
        losses += 1;
        console.log(`life ${round}: ${told} were stored, ${found} are there`);
        told = found;
      }
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 400));
      await kill();
    }
  } finally {
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
  return losses;
}

/** The last stored number; the page continues writing from there until it is killed. */
function writeOn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const opening = indexedDB.open('bare');
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows'));
    const db = await done(opening);
    const cursor = await done(db.transaction('rows').objectStore('rows').openCursor(null, 'prev'));
    const last = cursor === null ? 0 : Number(cursor.key);
    const write = (next: number): void => {
      const transaction = db.transaction('rows', 'readwrite', { durability: 'strict' });
      transaction.objectStore('rows').put('x'.repeat(1_500), next);
      transaction.addEventListener('complete', () => {
        void (window as unknown as { tell: (told: number) => Promise<void> }).tell(next);
        write(next + 1);
      });
    };
    write(last + 1);
    return last;
  });
}
