import type { Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { admitPeople, topUp, type Person } from './market-people.ts';
import { openDevice, type Device } from './open-device.ts';
import { startMarket, type RunningMarket } from './running-market.ts';
import { enrol } from './stall-without-link.ts';

type Viewport = { width: number; height: number };

/**
 * A market whose devices lose their link. After each test the ledger is audited, and no page may have logged
 * an error.
 */
export type DayWithoutLink = {
  readonly market: RunningMarket;
  open: (viewport: Viewport) => Promise<Device>;
  /** A device approved by the market, with the PIN of `person`. */
  enrolled: (name: string, person: Person, viewport: Viewport) => Promise<Device>;
  /** A voucher of a new customer. */
  voucher: (monto: number) => ReturnType<typeof topUp>;
};

export function openDayWithoutLink(): DayWithoutLink {
  let market: RunningMarket;
  let browser: Browser;
  let opened: Device[] = [];
  let customers = 0;
  beforeAll(async () => {
    [market, browser] = await Promise.all([startMarket(), launchChromium()]);
    await admitPeople(market);
  });
  afterEach(async () => {
    const closing = opened;
    opened = [];
    for (const { context, complaints } of closing) {
      await context.close();
      expect(complaints).toEqual([]);
    }
    expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
  });
  afterAll(async () => {
    await browser.close();
    await market.stop();
  });
  async function open(viewport: Viewport): Promise<Device> {
    const device = await openDevice(browser, market, viewport);
    opened.push(device);
    return device;
  }
  return {
    get market() {
      return market;
    },
    open,
    async enrolled(name, person, viewport) {
      const device = await open(viewport);
      await enrol(device.page, name, person);
      return device;
    },
    voucher: (monto) => topUp(market, monto, `sin-red-${++customers}`),
  };
}
