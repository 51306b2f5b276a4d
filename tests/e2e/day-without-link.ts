import { openHardDay } from './hard-day/day.ts';
import { topUp, type Person } from './market-people.ts';
import type { Device } from './open-device.ts';
import type { RunningMarket } from './running-market.ts';
import { enrol } from './stall-without-link.ts';

type Viewport = { width: number; height: number };

/** A hard day whose devices are installed, because they lose their link. */
export type DayWithoutLink = {
  readonly market: RunningMarket;
  open: (viewport: Viewport) => Promise<Device>;
  /** A device approved by the market, with the PIN of `person`. */
  enrolled: (name: string, person: Person, viewport: Viewport) => Promise<Device>;
  /** A voucher of a new customer. */
  voucher: (monto: number) => ReturnType<typeof topUp>;
};

export function openDayWithoutLink(): DayWithoutLink {
  const day = openHardDay({});
  const open = (viewport: Viewport): Promise<Device> => day.open(viewport, {});
  let customers = 0;
  return {
    market: day.market,
    open,
    async enrolled(name, person, viewport) {
      const device = await open(viewport);
      await enrol(device.page, name, person);
      return device;
    },
    voucher: (monto) => topUp(day.market, monto, `sin-red-${++customers}`),
  };
}
