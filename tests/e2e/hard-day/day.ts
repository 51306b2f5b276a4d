import type { Browser, Page } from '@playwright/test';
import { afterEach } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { marketForPages } from '../market-for-pages.ts';
import { openDevice, visiting, type Device, type Manner } from '../open-device.ts';
import type { RunningMarket } from '../running-market.ts';

/** One market and one day of it: each scene continues with the previous one's state. */
export type HardDay = {
  readonly market: RunningMarket;
  readonly browser: Browser;
  /** Opens a device with empty storage, closed after its scene; `how`: by default like a visitor's. */
  open: (viewport: { width: number; height: number }, how?: Manner) => Promise<Device>;
};

/**
 * Opens the day of this file's tests. After each scene the ledger is audited, and no page may have logged an
 * error.
 */
export function openHardDay(settings: Record<string, string> = { VOUCHER_DAYS: '365' }): HardDay {
  const { market, browser } = marketForPages({ settings });
  let opened: Device[] = [];
  afterEach(async () => {
    const complaints = opened.flatMap((device) => device.complaints);
    await Promise.all(opened.map(({ context }) => context.close()));
    opened = [];
    expect(complaints).toEqual([]);
    expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
  });
  return {
    market,
    browser,
    async open(viewport, how = visiting) {
      const device = await openDevice(browser, market, viewport, how);
      opened.push(device);
      return device;
    },
  };
}

/** Opens the one customer with this document, from the market's list. */
export async function openCustomer(page: Page, identificacion: string, name: string): Promise<void> {
  await page.goto('/dashboard/clientes');
  await page.getByLabel('Buscar por nombre').fill(identificacion);
  const found = page.getByRole('button', { name: `Ver ${name}` });
  await expect(found).toHaveCount(1);
  await found.click();
}
