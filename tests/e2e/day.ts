import type { Browser, Page } from '@playwright/test';
import { afterEach } from 'vitest';
import { expect } from '#tests/support/browser/patient-expect.ts';
import { forSuite } from '#tests/support/suite.ts';
import { marketForPages } from './market-for-pages.ts';
import { topUp, type Person } from './market-people.ts';
import { openDevice, signIn, visiting, type Device, type Manner } from './open-device.ts';
import type { RunningMarket } from './running-market.ts';
import { enrol } from './stall-without-link.ts';

type Viewport = { width: number; height: number };

/** One market and one day of it: each scene continues with the previous one's state. */
export type Day = {
  readonly market: RunningMarket;
  readonly browser: Browser;
  /** Opens a device with empty storage, closed after its scene; `person` is signed in there. */
  open: (viewport: Viewport, person?: Person) => Promise<Device>;
  /** An installed device approved by the market, with the PIN of `person`. */
  enrolled: (name: string, person: Person, viewport: Viewport) => Promise<Device>;
  /** A voucher of a new customer. */
  voucher: (monto: number) => ReturnType<typeof topUp>;
};

/** Opens the day of this file's tests. After each scene the ledger is audited, and no page may have logged an error. */
export function openDay(settings: Record<string, string> = {}): Day {
  const { market, browser } = marketForPages({ settings });
  let opened: Device[] = [];
  let customers = 0;
  afterEach(async () => {
    const complaints = opened.flatMap((device) => device.complaints);
    await Promise.all(opened.map(({ context }) => context.close()));
    opened = [];
    expect(complaints).toEqual([]);
    expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
  });
  const open = async (viewport: Viewport, how: Manner): Promise<Device> => {
    const device = await openDevice(browser, market, viewport, how);
    opened.push(device);
    return device;
  };
  return {
    market,
    browser,
    async open(viewport, person) {
      const device = await open(viewport, visiting);
      if (person) await signIn(device.page, person);
      return device;
    },
    async enrolled(name, person, viewport) {
      const device = await open(viewport, {});
      await enrol(device.page, name, person);
      return device;
    },
    voucher: (monto) => topUp(market, monto, `sin-red-${++customers}`),
  };
}

/** A device of all scenes of a file, on which `person` is signed in. At their end the same is checked. */
export function deviceForSuite(
  { market, browser }: Pick<Day, 'market' | 'browser'>,
  viewport: Viewport,
  person?: Person,
  manner = visiting,
): Device {
  return forSuite(
    async () => {
      const device = await openDevice(browser, market, viewport, manner);
      if (person) await signIn(device.page, person);
      return device;
    },
    async ({ context, complaints }) => {
      await context.close();
      expect(complaints).toEqual([]);
      expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
    },
  );
}

/** Opens the one customer with this document, from the market's list. */
export async function openCustomer(page: Page, identificacion: string, name: string): Promise<void> {
  await page.goto('/dashboard/clientes');
  await page.getByLabel('Buscar por nombre').fill(identificacion);
  const found = page.getByRole('button', { name: `Ver ${name}` });
  await expect(found).toHaveCount(1);
  await found.click();
}
