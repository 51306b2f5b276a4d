import type { SimDevice, SimTab } from '#lab/simulation/world/device.ts';
import { copyOrPutBack } from '#lab/simulation/world/restore.ts';
import type { PurchaseIntent } from '#src/client/commands/place-purchase.ts';
import { isFinal } from '#src/client/local/db/operation.ts';
import { toAmount, toOpId, type Amount, type OpId } from '#src/contract/brands.ts';
import { face, firstTopUp, registrationId, sellPaper } from './codes.ts';
import type { ExploreOptions } from './explore.ts';
import { type Budget, type Move, underLinks, whileMs, withDevice } from './links.ts';
import { puttingRight } from './putting-right.ts';
import { takePapers, type SmallWorld } from './small-world.ts';

const oldRequests: Budget = { name: 'old requests', most: 1 };

const saleId = (stall: number, sale: number): OpId =>
  toOpId(`00000000-0000-4000-8000-0000000${stall}e00${sale}`);
const paymentId = toOpId('00000000-0000-4000-8000-00000000f001');

const always = (): boolean => true;

/**
 * `isPutBack`: the server's database may be copied and restored. `isPutRight`: there is a second code, both
 * may pay one sale, and money is corrected: a top-up voided, codes joined, a part of a sale voided.
 */
export type WorldSize = {
  stalls: 1 | 2;
  salesOfStall: number;
  hasHolder: boolean;
  isPutBack: boolean;
  isPutRight: boolean;
  /** Limit of one code that a kiosk issues offline. */
  kioskVoucher?: Amount;
};

const plain = { isPutBack: false, isPutRight: false };
export const twoStalls: WorldSize = { stalls: 2, salesOfStall: 2, hasHolder: true, ...plain };
/** A path of minutes through everything that matters. */
export const oneSaleEach: WorldSize = { ...twoStalls, salesOfStall: 1 };
/** The smallest world in which a restore can do harm. */
export const putBack: WorldSize = { ...plain, stalls: 1, salesOfStall: 1, hasHolder: false, isPutBack: true };
/**
 * The same with codes above the kiosk's offline limit: an old call issues what the kiosk's own journal could
 * not.
 */
export const beyondKiosk: WorldSize = { ...putBack, kioskVoucher: toAmount(face - 1) };
/** The smallest world in which everything can be corrected. */
export const putRight: WorldSize = { ...putBack, isPutBack: false, isPutRight: true };

/** The moves of a kiosk's top-up, the stalls' sales, the holder's own payment, and the server's database. */
function movesOf({ stalls, salesOfStall, hasHolder, isPutBack, isPutRight }: WorldSize): Move[] {
  const saleNumbers = Array.from({ length: salesOfStall }, (_, sale) => sale + 1);
  return [
    ...(isPutBack ? restores() : []),
    ...topUps(),
    ...(isPutRight ? puttingRight() : []),
    ...contactsOf('the kiosk', ({ kiosk }) => kiosk),
    ...([1, 2] as const).flatMap((stall) =>
      stall > stalls
        ? []
        : [
            ...saleNumbers.flatMap((sale) => salesOf(stall, sale)),
            ...contactsOf(`stall ${stall}`, (small) => stallOf(small, stall)),
          ],
    ),
    ...(hasHolder ? [...payments(), ...contactsOf('the phone', ({ phone }) => phone)] : []),
    ...repeats(),
  ];
}

/** Options of this world's search. */
export function walkOf(size: WorldSize): Pick<ExploreOptions, 'moves' | 'kioskVoucher'> {
  const { kioskVoucher } = size;
  return { moves: movesOf(size), ...(kioskVoucher === undefined ? {} : { kioskVoucher }) };
}

function stallOf({ stalls }: SmallWorld, stall: 1 | 2): SimDevice {
  return stall === 1 ? stalls[0] : stalls[1];
}

function hasPaper({ world }: SmallWorld): boolean {
  return world.papers.length > 0;
}

function contactsOf(who: string, deviceOf: (small: SmallWorld) => SimDevice): Move[] {
  return underLinks(`${who} is on`, ['good', 'answers lost'], null, {
    device: deviceOf,
    isPossible: always,
    make: (small, link) => withDevice(small, deviceOf(small), link, (tab) => tab.driver.wake()),
  });
}

function topUps(): Move[] {
  return underLinks('the kiosk tops up', ['away', 'good', 'answers lost'], 1, {
    device: ({ kiosk }) => kiosk,
    isPossible: always,
    make: async (small, link) => {
      const { world, kiosk } = small;
      const { operatorId } = kiosk;
      const deed = { deviceId: kiosk.id, operatorId };
      world.deeds.set(registrationId, { ...deed, kind: 'customer', voucherId: null, amount: 0 });
      world.deeds.set(firstTopUp.opId, { ...deed, kind: 'top-up', voucherId: firstTopUp.uuid, amount: face });
      await withDevice(small, kiosk, link, (tab) =>
        world.spawn(tab, () => sellPaper(tab, operatorId, firstTopUp)),
      );
      takePapers(small);
    },
  });
}

/** The first is more than half of the voucher; both together exceed a stall's offline limit for one. */
const prices = [6_000, 2_500];

function salesOf(stall: 1 | 2, sale: number): Move[] {
  const before = `stall ${stall} sells ${sale - 1}`;
  return underLinks(`stall ${stall} sells ${sale}`, ['away', 'good', 'answers lost'], 1, {
    device: (small) => stallOf(small, stall),
    isPossible: (small, used) => hasPaper(small) && (sale === 1 || used.has(before)),
    make: async (small, link) => {
      const device = stallOf(small, stall);
      const intent = purchaseOf(small, device, {
        opId: saleId(stall, sale),
        price: prices[sale - 1] ?? 1_000,
        stall: device,
      });
      await withDevice(small, device, link, (tab) => small.world.spawn(tab, () => charge(tab, intent)));
    },
  });
}

function payments(): Move[] {
  return underLinks('the holder pays', ['good', 'answers lost'], 1, {
    device: ({ phone }) => phone,
    isPossible: hasPaper,
    make: async (small, link) => {
      const { world, phone, stalls } = small;
      const intent = purchaseOf(small, phone, { opId: paymentId, price: 3_000, stall: stalls[0] });
      await withDevice(small, phone, link, (tab) => world.spawn(tab, () => charge(tab, intent)));
    },
  });
}

/** The network delivers a request once more, long after its sender has given up; the answer is discarded. */
function repeats(): Move[] {
  const devices: [string, (small: SmallWorld) => SimDevice][] = [
    ['the kiosk', ({ kiosk }) => kiosk],
    ['stall 1', ({ stalls }) => stalls[0]],
    ['stall 2', ({ stalls }) => stalls[1]],
    ['the phone', ({ phone }) => phone],
  ];
  return devices.map(([who, deviceOf]) => ({
    name: `an old request of ${who} arrives again`,
    uses: [oldRequests],
    reach: { device: null, isAway: false },
    sender: deviceOf,
    isPossible: (small) => small.lastRequests.has(deviceOf(small).id),
    make: async (small) => {
      const { world, lastRequests } = small;
      const request = lastRequests.get(deviceOf(small).id);
      if (request) world.spawn(null, async () => void (await world.server.serve(request)));
      await world.loop.pass(whileMs, whileMs);
      // Operations that a restored database has received again by an old call cannot be detected as lost.
      for (const { reference } of world.server.ledger.movements.values())
        world.restore?.held.delete(reference);
    },
  }));
}

function restores(): Move[] {
  const copy = { name: 'copies', most: 1 };
  const isCopied = ({ world }: SmallWorld): boolean => world.restore?.copy != null && !world.restore.isDone;
  return [
    {
      name: 'the database is copied',
      uses: [copy],
      reach: 'whole' as const,
      isPossible: always,
      make: async ({ world }) => {
        const [lost, held] = [new Set<string>(), new Set<string>()];
        const copied = {
          isByScript: false,
          copy: null,
          isDone: false,
          repeated: new Set<string>(),
          lost,
          lostMovements: [],
          held,
          lostLimits: new Map(),
          kept: null,
          voids: null,
        };
        world.restore = { copyAt: 0, putBackAt: 1, ...copied };
        await copyOrPutBack(world, world.restore.copyAt);
      },
    },
    ...[true, false].map((isByScript) => ({
      name: `the copy is put back ${isByScript ? 'by the script' : 'and nobody says so'}`,
      uses: [],
      reach: 'whole' as const,
      isPossible: isCopied,
      make: async ({ world }: SmallWorld) => {
        if (!world.restore) return;
        world.restore = { ...world.restore, isByScript };
        await copyOrPutBack(world, world.restore.putBackAt);
      },
    })),
  ];
}

type Sale = { opId: OpId; price: number; stall: SimDevice };

/** A purchase on `device`, sworn. */
function purchaseOf(
  { world, phone }: SmallWorld,
  device: SimDevice,
  { opId, price, stall }: Sale,
): PurchaseIntent {
  const { operatorId } = stall;
  const [paper] = world.papers;
  if (!paper) throw new Error('nobody holds a paper');
  world.deeds.set(opId, {
    deviceId: device.id,
    kind: 'purchase',
    voucherId: firstTopUp.uuid,
    amount: price,
    operatorId,
  });
  const isHolder = device === phone;
  return {
    opId,
    payload: {
      userId: paper.ownerId,
      estanteId: operatorId,
      codeQrUuid: firstTopUp.uuid,
      price: toAmount(price),
      by: isHolder ? 'holder' : 'stall',
    },
    operatorId: isHolder ? '' : operatorId,
    voucher: null,
    label: { userName: 'luz', estanteName: 'R', ...(isHolder ? {} : { proof: paper.proof }) },
  };
}

/** An undecided sale was not handed over, as its person reports. */
async function charge(tab: SimTab, intent: PurchaseIntent): Promise<void> {
  const result = await tab.commands.placePurchase(intent);
  if (result.kind !== 'saved') return;
  await result.decision;
  const status = await tab.db.statuses.get(intent.opId);
  if (intent.payload.by === 'stall' && status?.offline?.kind === 'deciding' && !isFinal(status))
    await tab.commands.withdraw(intent.opId);
}
