import { peekFakeSeal } from '#lab/simulation/machine/fake-seals.ts';
import { createRandom, type Random } from '#lab/simulation/machine/random.ts';
import { isEnrolled, type SimDevice } from '#lab/simulation/world/device.ts';
import { noteRepeated } from '#lab/simulation/world/restore.ts';
import { tabOf } from '#lab/simulation/world/steps.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import type { KeySet } from '#src/contract/devices/schemas.ts';
import type { SealedLetterAnswer } from '#src/contract/sync/letter.ts';

/** Separate dice, so that the other draws of a seed stay the same. */
const salt = 0x1e77e4;

/** Whether people carry letters on this day. */
export function hasCarriers({ seed, focus }: SimWorld): boolean {
  return focus === 'a week by letters' || createRandom(seed ^ salt).chance(0.25);
}

/** In every second week of letters some customers copy their codes and spend more than they have. */
export function areCopied({ seed }: SimWorld): boolean {
  return Math.floor(seed / 24) % 2 === 1;
}

/**
 * Phones carry letters and answers: late, again, in any order, or never. Two carriers may have the same file, and one
 * who has delivered it may do so again days later.
 */
export function carryMail(world: SimWorld, step: number): void {
  if (!hasCarriers(world)) return;
  const dice = createRandom(((world.seed * 53) ^ salt) + step * 6_971);
  const isWeek = world.focus === 'a week by letters';
  if (isWeek) sendAway(world, step);
  const writers = world.devices.filter((device) => isEnrolled(device) && !device.isBlank);
  for (const device of writers) if (dice.chance(isWeek ? 0.9 : 0.35)) writeTo(world, device);
  deliverSome(world, dice);
  const { answers } = world.mail;
  for (const answer of answers.splice(0)) {
    const isBrought = dice.chance(0.6);
    if (!isBrought || dice.chance(0.3)) answers.push(answer);
    const device = isBrought ? world.devices.find(({ id }) => id === answer.deviceId) : undefined;
    if (device && !device.isBlank) open(world, device, answer.file);
  }
}

/** The last visit of the week: every letter arrives, and every device gets the newest answer. */
export async function carryLast(world: SimWorld): Promise<void> {
  if (world.focus !== 'a week by letters') return;
  const dice = createRandom((world.seed * 59) ^ salt);
  const { server, config } = world;
  server.faults = { failBeforeCommit: 0, dieBeforeAnswer: 0 };
  server.down.clear();
  Object.assign(config.disk, { lostHandle: 0, abort: 0, quota: 0 });
  for (let visit = 0; visit < 3; visit += 1) {
    for (const device of world.devices) if (isEnrolled(device)) writeTo(world, device);
    await world.loop.pass(60_000, 3_000);
    for (const letter of world.mail.letters.splice(0))
      world.spawn(null, () => deliver(world, dice, letter, { isLossy: visit === 0 }));
    await world.loop.pass(600_000, 3_000);
    for (const { deviceId, file } of world.mail.answers.splice(0)) {
      const device = world.devices.find(({ id }) => id === deviceId);
      if (device) open(world, device, file);
    }
    await world.loop.pass(600_000, 3_000);
  }
}

/** After the first step, in which everybody got a list, no stall has a link for the rest of the week. */
function sendAway({ devices, network }: SimWorld, step: number): void {
  if (step === 0) return;
  for (const device of devices) if (device.kind === 'stall') network.away.add(device.id);
}

function writeTo(world: SimWorld, device: SimDevice): void {
  const tab = tabOf(world, device);
  world.spawn(tab, async () => {
    const isBeforeRestore = world.restore?.isDone === false;
    const letter = await tab.commands.writeLetter();
    if (letter.kind !== 'written') return;
    note(world, device, `gives away letter ${letter.number}`);
    world.reach('a letter given to a carrier');
    world.mail.letters.push({ deviceId: device.id, file: letter.sealed, deliveries: 0, isBeforeRestore });
  });
}

type Letter = SimWorld['mail']['letters'][number];

function deliverSome(world: SimWorld, dice: Random): void {
  const { letters } = world.mail;
  for (const letter of letters.splice(0)) {
    if (dice.chance(0.1)) {
      world.reach('a letter lost on its way');
      continue;
    }
    const isBrought = dice.chance(0.6);
    if (!isBrought || dice.chance(0.5)) letters.push(letter);
    if (!isBrought) continue;
    const lateMs = dice.int(120_000);
    world.spawn(null, async () => {
      await world.loop.sleep(lateMs);
      await deliver(world, dice, letter, { isLossy: true });
    });
  }
}

/** A carrier's phone. Without an answer nothing comes back. */
async function deliver(
  world: SimWorld,
  dice: Random,
  letter: Letter,
  { isLossy }: { isLossy: boolean },
): Promise<void> {
  const request = { path: '/sync/letters', body: letter.file, opId: undefined, token: '' };
  const answer = await world.server.serve(request);
  noteOld(world, letter);
  if (letter.deliveries > 0 && answer.status === 200) world.reach('a letter delivered again');
  letter.deliveries += 1;
  if (answer.status !== 200) {
    // The server or the link failed: the phone keeps the letter.
    if (answer.status >= 500) world.mail.letters.push(letter);
    return;
  }
  if (dice.chance(0.15) && isLossy) {
    world.reach('an answer lost on its way');
    return;
  }
  world.mail.answers.push({ deviceId: letter.deviceId, file: answer.body as SealedLetterAnswer });
}

/** A letter that was written before a restore and came after it. */
function noteOld({ restore }: SimWorld, { isBeforeRestore, file }: Letter): void {
  if (!restore?.isDone || !isBeforeRestore) return;
  const { requests } = JSON.parse(peekFakeSeal(file.body)) as { requests: unknown[] };
  for (const request of requests) noteRepeated(restore, request);
}

function open(world: SimWorld, device: SimDevice, file: SealedLetterAnswer): void {
  const tab = tabOf(world, device);
  noteCarried(world, device, file);
  world.spawn(tab, async () => {
    const opened = await tab.commands.openLetterAnswer(JSON.stringify(file));
    note(world, device, `opens an answer: ${opened.kind === 'refused' ? opened.why : opened.asOf}`);
    if (opened.kind === 'applied') world.reach('a carried answer applied');
    else if (opened.why === 'older') world.reach('a carried answer refused as older');
    else if (opened.why === 'changed' || opened.why === 'not-an-answer')
      world.violate('14', `an answer of this server was refused as ${opened.why}`);
    tab.driver.wake();
  });
}

type Contents = {
  asOf: number;
  list?: string;
  keys: KeySet;
  answers: { device: { state: string } }[];
};

/** Records for the judges which lists and certificates the device has received, and whether it was revoked. */
function noteCarried(world: SimWorld, device: SimDevice, { body }: SealedLetterAnswer): void {
  const { asOf, list, keys, answers } = JSON.parse(peekFakeSeal(body)) as Contents;
  if (list !== undefined) {
    device.lists.add(asOf);
    world.mail.lists.add(`${device.id} ${asOf}`);
  }
  for (const { deviceId, notAfter } of keys.kiosks)
    device.certificates.set(deviceId, Math.max(device.certificates.get(deviceId) ?? 0, Date.parse(notAfter)));
  if (answers.some((answer) => answer.device.state === 'revoked') && !device.toldRevoked) {
    device.toldRevoked = true;
    device.heardBy = tabOf(world, device);
    device.hasFaultSinceHeard = false;
  }
}
