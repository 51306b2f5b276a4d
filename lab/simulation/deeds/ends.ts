import { judgeClocks } from '#lab/simulation/judge/clocks.ts';
import { watchDevices } from '#lab/simulation/judge/judge.ts';
import { sell, topUp } from '#lab/simulation/world/steps.ts';
import { note, type Paper, type SimWorld } from '#lab/simulation/world/world.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { VoucherLife } from '#src/protocol/voucher-proof.ts';
import { expire } from '#src/server/vouchers/changes.ts';
import { actorOf, depsOf, once } from './staff-calls.ts';

/** Lifetime of vouchers and of a kiosk's certificate, in this world's days. */
export function drawEnds(world: SimWorld): void {
  const { trouble, focus, server } = world;
  const isAbout = focus === 'ends';
  if (!isAbout && !trouble.dice.chance(0.15)) return;
  const life: VoucherLife = { days: isAbout ? trouble.dice.int(2) + 1 : 2, dayStartMs: 5 * 3_600_000 };
  server.life = life;
  if (isAbout && trouble.dice.chance(0.4)) server.certificateMs = (8 + trouble.dice.int(20)) * 3_600_000;
}

/** Time advances to just before an expiry and past it, with a sale or an issue at both moments. */
export async function waitForAnEnd(world: SimWorld): Promise<void> {
  const { loop, network, trouble } = world;
  const { dice } = trouble;
  const stall = world.devices.find((device) => device.kind === 'stall' && !device.isBlank);
  const soon = loop.now() + 10_000;
  if (!stall) return;
  const endOf = ({ signedBy, endsAt }: Paper): { at: number; isByCertificate: boolean } => {
    const certified = stall.certificates.get(signedBy ?? '') ?? Number.POSITIVE_INFINITY;
    const at = Math.min(certified, endsAt ?? Number.POSITIVE_INFINITY);
    return { at, isByCertificate: at === certified };
  };
  const good = world.papers.filter((paper) => paper.isGenuine && endOf(paper).at > soon);
  if (good.length === 0) return;
  const paper = good.findLast(({ signedBy }) => signedBy !== null) ?? dice.pick(good);
  const { at, isByCertificate } = endOf(paper);
  // A device with a link fetches the certificate anew, and learns from the server what else has expired.
  const isAway = isByCertificate || dice.chance(0.5);
  for (const device of world.devices)
    if (isAway) network.away.add(device.id);
    else network.away.delete(device.id);
  const kiosk = world.devices.find((device) => device.kind === 'kiosk' && !device.isBlank);
  for (const around of [dice.pick([-5_000, -3_000]), dice.pick([0, 3_000, 60_000])]) {
    await loop.pass(Math.max(0, at + around - loop.now()), 2_000);
    note(world, null, `it is ${around} ms after an end`);
    if (isByCertificate && kiosk && dice.chance(0.3)) topUp(world, kiosk);
    sell(world, stall, paper, 500);
    await loop.pass(900, 900);
    // Before the expiry, so that a premature refusal is detected as one.
    judgeClocks(world);
    watchDevices(world);
  }
}

/** The market takes an expired voucher's balance, or tries to before the expiry. */
export async function takeEnded(world: SimWorld, marketId: MarketId): Promise<void> {
  const { ledger } = world.server;
  const mine = [...ledger.issued].filter(([, id]) => ledger.vouchers.get(id)?.marketId === marketId);
  if (mine.length === 0) return;
  const [id, voucherId] = world.trouble.dice.pick(mine);
  const amount = ledger.vouchers.get(voucherId)?.balance ?? 0;
  const answer = await once(world, { kind: 'expiry', voucherId, amount, operatorId: '' }, (opId) =>
    expire(depsOf(world), actorOf(marketId), { id }, opId),
  );
  if (answer?.kind === 'done') world.reach('the rest of a voucher that ended taken by its market');
}
