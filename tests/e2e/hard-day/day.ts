import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { admitPeople } from '../market-people.ts';
import { openDevice, visiting, type Device, type Manner } from '../open-device.ts';
import { startMarket, type RunningMarket } from '../running-market.ts';

/** One market and one day of it: what a scene leaves behind is there for the next. */
export type HardDay = {
  readonly market: RunningMarket;
  readonly browser: Browser;
  /** A device with nothing stored yet, closed when its scene is over; `how`: as a visitor's where absent. */
  open: (viewport: { width: number; height: number }, how?: Manner) => Promise<Device>;
};

/** The day of the tests of this file. After each scene the ledger is asked, and no page may have complained. */
export function openHardDay(): HardDay {
  let market: RunningMarket;
  let browser: Browser;
  let opened: Device[] = [];
  beforeAll(async () => {
    [market, browser] = await Promise.all([startMarket({ VOUCHER_DAYS: '365' }), launchChromium()]);
    await admitPeople(market);
  });
  afterEach(async () => {
    const complaints = opened.flatMap((device) => device.complaints);
    await Promise.all(opened.map(({ context }) => context.close()));
    opened = [];
    expect(complaints).toEqual([]);
    expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
  });
  afterAll(async () => {
    await browser.close();
    await market.stop();
  });
  return {
    get market() {
      return market;
    },
    get browser() {
      return browser;
    },
    async open(viewport, how = visiting) {
      const device = await openDevice(browser, market, viewport, how);
      opened.push(device);
      return device;
    },
  };
}

/** The one customer with this document, from the list of the market. */
export async function openCustomer(page: Page, identificacion: string, name: string): Promise<void> {
  await page.goto('/dashboard/clientes');
  await page.getByLabel('Buscar por nombre').fill(identificacion);
  const found = page.getByRole('button', { name: `Ver ${name}` });
  await expect(found).toHaveCount(1);
  await found.click();
}
