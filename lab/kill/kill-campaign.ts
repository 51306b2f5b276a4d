import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { isFinal } from '#src/client/local/db/operation.ts';
import { readTable } from '#tests/e2e/device-database.ts';
import { admitPeople, people, topUp } from '#tests/e2e/market-people.ts';
import { devices } from '#tests/e2e/open-device.ts';
import { startMarket, type RunningMarket } from '#tests/e2e/running-market.ts';
import { enrol, offline, openWithPin, typeCode, typed } from '#tests/e2e/stall-without-link.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { lostSince } from './journal-check.ts';
import { openKillable, type KillableBrowser } from './killable-browser.ts';
import { disagreements } from './server-check.ts';
import { callWitness, type Witness } from './witness.ts';

/**
 * When the browser dies: while a sale is written and accepted, or while the outbox is sent and the answers
 * are applied.
 */
export type Moment = 'selling' | 'request-on-its-way' | 'answer-on-its-way' | 'applying';

export type KillCampaign = {
  readonly witness: Witness;
  /**
   * One life of the browser: it opens offline, works, and is killed. Returns the losses from its earlier
   * lives.
   */
  round: (moment: Moment, afterMs: number) => Promise<string[]>;
  /** A failed life, on a machine that was too busy: the browser is killed all the same. */
  abandon: () => Promise<void>;
  /** Opens it a last time with a link, waits until the outbox is empty, and compares with the server. */
  finish: () => Promise<string[]>;
  stop: () => Promise<void>;
};

/** One enrolled tablet on its own profile, killed again and again; its lives share only the disk. */
export async function startCampaign(): Promise<KillCampaign> {
  const profile = mkdtempSync(join(tmpdir(), 'killed-'));
  const witness: Witness = { states: new Map(), accepted: new Set(), screens: [] };
  const { market, codes } = await openMarket();
  let open = await reopen(market, profile, witness);
  await enrol(open.page, 'Tableta', people.stall);
  await open.kill();
  let lives = 0;

  /** Opens a browser without a link by its operator's PIN. */
  async function live(): Promise<{ page: Page; lost: string[] }> {
    open = await reopen(market, profile, witness);
    await open.context.setOffline(true);
    await openWithPin(open.page);
    return { page: open.page, lost: await lostSince(open.page, witness) };
  }

  return {
    witness,
    async round(moment, afterMs) {
      const { page, lost } = await live();
      lives += 1;
      await page.getByRole('link', { name: 'Escanear' }).last().click();
      await typeCode(page, codes[lives % codes.length] ?? '');
      const charge = await typed(page, 100 + lives);
      if (moment === 'selling') {
        const tapped = charge.click().catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, afterMs));
        await open.kill();
        await tapped;
      } else {
        await charge.click();
        await page.getByText('Entregue el producto').waitFor();
        await dieSending(open, moment, afterMs);
      }
      return lost;
    },
    abandon: () => open.kill(),
    async finish() {
      const { page, lost } = await live();
      await open.context.setOffline(false);
      await expect.poll(() => openCount(page), { timeout: 120_000 }).toBe(0);
      return [...lost, ...(await lostSince(page, witness)), ...(await disagreements(market, page))];
    },
    async stop() {
      await open.context.close();
      await market.stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A market with its people and ten vouchers. */
export async function openMarket(): Promise<{ market: RunningMarket; codes: string[] }> {
  const market = await startMarket();
  await admitPeople(market);
  const codes: string[] = [];
  for (let index = 0; index < 10; index++)
    codes.push((await topUp(market, 50_000, `cliente-${index}`)).urlCodeQr);
  return { market, codes };
}

async function reopen(market: RunningMarket, profile: string, witness: Witness): Promise<KillableBrowser> {
  const browser = await openKillable(profile, { baseURL: market.url, viewport: devices.tablet });
  await callWitness(browser.context, witness);
  return browser;
}

/** The link returns, and the browser dies at that moment of its first call. */
async function dieSending(browser: KillableBrowser, moment: Moment, afterMs: number): Promise<void> {
  const { context, page } = browser;
  await offline({ page, context });
  const isTime = new Promise<void>((resolve) => {
    void context.route('**/api/v1/sync', async (route) => {
      if (moment === 'request-on-its-way') return resolve();
      // A second call may be on its way when the browser dies.
      const response = await route.fetch().catch(() => null);
      if (response === null || moment === 'answer-on-its-way') return resolve();
      await route.fulfill({ response }).catch(() => undefined);
      resolve();
    });
  });
  await context.setOffline(false);
  await isTime;
  if (moment === 'applying') await new Promise((resolve) => setTimeout(resolve, afterMs));
  await browser.kill();
}

async function openCount(page: Page): Promise<number> {
  return (await readTable(page, 'statuses')).filter((status) => !isFinal(status)).length;
}
