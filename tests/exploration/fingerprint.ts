import type { MemoryLedger } from '#tests/simulation/memory-ledger.ts';
import { peek, peekStatuses } from '#tests/simulation/peek.ts';
import type { SimWorld } from '#tests/simulation/sim-world.ts';
import type { Used } from './moves.ts';
import type { SmallWorld } from './small-world.ts';

/** Kind and age stand before the entries of a list. */
const listHeadBytes = 16;

type Row = Record<string, unknown>;

/**
 * What can make a difference from here on, as text: the server's money and lists, and what each device has written down.
 * Times and drawn ids are left out, for nothing in a small world is near a limit of age; an acceptance and a withdrawal are
 * named by the sale that they belong to.
 */
export function fingerprint({ world, lastRequests }: SmallWorld, used: Used): string {
  const names = namesOfOperations(world);
  const name = (id: unknown): string => names.get(String(id)) ?? String(id);
  const lines: string[] = [...used].map(([budget, count]) => `used ${budget} ${count}`);
  lines.push(...linesOf(world.server.ledger, name));
  if (world.restore?.copy && !world.restore.isDone)
    lines.push(...linesOf(world.restore.copy, name).map((line) => `copy ${line}`));
  if (world.restore?.isDone)
    lines.push(`lost ${[...world.restore.lost, '|', ...world.restore.held].map(name).join(' ')}`);
  for (const [deviceId, { body, opId }] of lastRequests)
    lines.push(`last request of ${deviceId}: ${opId ?? opIdsIn(body).map(name).join(' ')}`);
  for (const [index, device] of world.devices.entries()) {
    for (const { opId, seq, state, offline } of peekStatuses(device.disk))
      lines.push(`${index} ${name(opId)} ${seq} ${state} ${offline?.kind ?? ''}`);
    lines.push(`${index} list ${listOf(device.disk)}`);
    for (const { voucherId, balance } of peek<Row>(device.disk, 'balances'))
      lines.push(`${index} knows ${String(voucherId)} ${String(balance)}`);
    for (const { opId, amount, accepted } of peek<Row>(device.disk, 'exposures'))
      lines.push(`${index} open ${name(opId)} ${String(amount)} ${String(accepted)}`);
  }
  return lines.sort().join('\n');
}

/** The server's money, lists and journals. */
function linesOf(ledger: MemoryLedger, name: (id: unknown) => string): string[] {
  const lines: string[] = [];
  for (const [opId, { refusal }] of ledger.receipts) lines.push(`receipt ${name(opId)} ${refusal ?? 'done'}`);
  for (const { kind, reference, legs } of ledger.movements.values())
    lines.push(`movement ${kind} ${name(reference)} ${legs.map(({ amount }) => amount).join(' ')}`);
  for (const { balance, blocked } of ledger.vouchers.values()) lines.push(`voucher ${balance} ${blocked}`);
  for (const { opId, state, reason } of ledger.conflicts.values())
    lines.push(`conflict ${name(opId)} ${state} ${reason}`);
  for (const { deviceId, ...rest } of ledger.incidents.values())
    lines.push(`incident ${deviceId} ${rest.kind} ${rest.seq}`);
  for (const [id, { head }] of ledger.devices)
    lines.push(`device ${id} ${JSON.stringify(head.ackSeq)} ${head.gaps.length}`);
  for (const key of ledger.told.keys()) lines.push(`told ${key}`);
  for (const [deviceId, { isReturned }] of ledger.expected) lines.push(`expected ${deviceId} ${isReturned}`);
  lines.push(`epochs ${ledger.epochs.size}`);
  return lines;
}

function opIdsIn(body: unknown): string[] {
  const { entries } = body as { entries: { envelope: { opId: string } }[] };
  return entries.map(({ envelope }) => envelope.opId);
}

/** Acceptances and withdrawals have ids of their own, drawn anew on every way here. */
function namesOfOperations({ devices }: SimWorld): Map<string, string> {
  const names = new Map<string, string>();
  for (const { disk } of devices)
    for (const { opId, offline } of peekStatuses(disk))
      if (offline && 'opId' in offline) names.set(offline.opId, `${offline.kind} of ${opId}`);
  return names;
}

/** What the stored list says of each voucher, without its age. */
function listOf(disk: IDBFactory): string {
  const [stored] = peek<{ bytes: Uint8Array }>(disk, 'lists', 'cache');
  return stored ? Buffer.from(stored.bytes.subarray(listHeadBytes)).toString('hex') : 'none';
}
