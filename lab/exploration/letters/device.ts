import { toAmount } from '#src/contract/brands.ts';
import { decideAcceptance } from '#src/domain/operations/offline-sale.ts';
import { hourMs, proof } from './server.ts';
import {
  type Device,
  type Entry,
  face,
  type Letter,
  limitsOf,
  type Program,
  type State,
  sum,
} from './state.ts';

/** By the sale's number: two of them fit into the limit of one voucher. */
const prices = [5, 3, 5];

/** Returns every sale that the device may write now, in its number's place. */
export function salesOf(program: Program, state: State): Entry[] {
  return program.isHonest ? honestSales(program, state) : dishonestSales(state);
}

/** The product's own rule accepts it, by what the device has. */
function honestSales(program: Program, { device, server, now }: State): Entry[] {
  const list = server.answers[device.list];
  const limits = list && limitsOf(program, list.limitsVersion);
  if (!list || !limits) throw new Error('a device has a list and limits');
  const open = sum(device.unsent.map(({ price }) => price));
  const at = now + 1;
  const price = priceOf(device);
  const decision = decideAcceptance({
    price: toAmount(price),
    proof,
    knownBalance: toAmount(list.isExhausted ? 0 : list.balance),
    isForeign: false,
    snapshotAsOf: list.at * hourMs,
    spentHere: toAmount(open),
    acceptedOnVoucher: toAmount(open),
    acceptedOnDevice: toAmount(open),
    limits,
    now: at * hourMs,
    latestSeen: at * hourMs,
  });
  if (!decision.accept) return [];
  return [
    {
      seq: device.written + 1,
      price,
      at,
      list: device.list,
      knownBalance: list.balance,
      open,
      limitsVersion: list.limitsVersion,
    },
  ];
}

function priceOf({ written }: Device): number {
  return prices[written] ?? face;
}

/** A key in a script: any list that was made, and any figure that favours it. */
function dishonestSales({ device, server, now }: State): Entry[] {
  const price = priceOf(device);
  const sales = new Map<string, Entry>();
  for (const list of server.answers.keys())
    for (const at of [server.answers[list]?.at ?? 0, now + 1])
      for (const knownBalance of [face, server.answers[list]?.balance ?? 0])
        for (const limitsVersion of [1, server.limitsVersion]) {
          const claim = { list, at, knownBalance, open: 0, limitsVersion };
          const entry = { seq: device.written + 1, price, ...claim };
          sales.set(JSON.stringify(entry), entry);
        }
  return [...sales.values()];
}

/** Returns the letters that the device may seal now. */
export function lettersOf({ isHonest }: Program, { device, server }: State): Letter[] {
  const { written, unsent, list } = device;
  const newest = server.answers.length - 1;
  if (isHonest) return [{ lastSeq: written, list, entries: unsent }];
  const bare = [0, newest, newest + 1].map((named) => ({ lastSeq: written, list: named, entries: [] }));
  return newest === 0 ? [] : bare;
}

export function afterLetter({ bug }: Program, device: Device): Device {
  return bug === 'forgets operations when a letter is written' ? { ...device, unsent: [] } : device;
}

/** Applies an answer whole, its list and its results, unless the device has a newer one. */
export function apply({ bug }: Program, { device, server }: State, number: number): Device {
  if (number <= device.list && bug !== 'applies an older answer') return device;
  const results = server.answers[number]?.results ?? [];
  const unsent = device.unsent.filter(({ seq }) => !results.includes(seq));
  return { ...device, list: number, newest: Math.max(device.newest, number), unsent };
}
