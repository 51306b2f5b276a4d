import { createHash } from 'node:crypto';
import type { SimDisk } from '#lab/simulation/machine/disk.ts';
import type { ServerRequest } from '#lab/simulation/machine/network.ts';
import { asLedger } from '#lab/simulation/memory/ledger-copy.ts';
import type { MemoryLedger } from '#lab/simulation/memory/ledger.ts';
import { peek, peekStatuses } from '#lab/simulation/peek.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { Used } from './links.ts';
import type { SmallWorld } from './small-world.ts';

/** Kind and age precede a list's entries. */
const listHeadBytes = 16;

type Row = Record<string, unknown>;

/**
 * Everything that can affect the future, part by part: the server's money and lists, each device's stored
 * data, its last request, the voucher, and a copy of the database. Times and random ids are left out, because
 * nothing in a small world is near an age limit. An acceptance and a withdrawal are named by their sale.
 */
export type Parts = {
  server: string;
  /** Ordered by the device's index in the world. */
  devices: readonly string[];
  requests: readonly string[];
  paper: string;
  copy: string;
};

export function partsOf({ world, lastRequests }: SmallWorld): Parts {
  const names = namesOfOperations(world);
  const name = (id: unknown): string => names.get(String(id)) ?? String(id);
  const { restore } = world;
  const copy: string[] = [];
  if (restore?.copy && !restore.isDone) copy.push(...linesOf(asLedger(restore.copy), name));
  if (restore?.isDone) copy.push(`lost ${[...restore.lost, '|', ...restore.held].map(name).join(' ')}`);
  return {
    server: digest(linesOf(world.server.ledger, name)),
    devices: world.devices.map(({ disk }) => digest(deviceLines(disk, name))),
    requests: world.devices.map(({ id }) => requestLine(lastRequests.get(id), name)),
    paper: world.papers.map(({ voucherId, proof }) => `${voucherId} ${proof.length}`).join(' '),
    copy: digest(copy),
  };
}

/** All parts of a moment, and the remaining budgets. */
export function stateOf({ server, devices, requests, paper, copy }: Parts, used: Used): string {
  const budgets = [...used].map(([budget, count]) => `${budget} ${count}`).sort();
  return digest([...budgets, server, ...devices, ...requests, paper, copy], false);
}

function deviceLines(disk: SimDisk, name: (id: unknown) => string): string[] {
  const lines = [`list ${listOf(disk)}`];
  for (const { opId, seq, state, offline } of peekStatuses(disk))
    lines.push(`${name(opId)} ${seq} ${state} ${offline?.kind ?? ''}`);
  for (const { voucherId, balance } of peek<Row>(disk, 'balances'))
    lines.push(`knows ${String(voucherId)} ${String(balance)}`);
  for (const { opId, amount, accepted } of peek<Row>(disk, 'exposures'))
    lines.push(`open ${name(opId)} ${String(amount)} ${String(accepted)}`);
  return lines;
}

function requestLine(request: ServerRequest | undefined, name: (id: unknown) => string): string {
  return request ? (request.opId ?? opIdsIn(request.body).map(name).join(' ')) : '';
}

function digest(lines: string[], isUnordered = true): string {
  const text = (isUnordered ? lines.toSorted() : lines).join('\n');
  return createHash('sha256').update(text).digest('base64');
}

/** The server's money, lists and journals. */
function linesOf(ledger: MemoryLedger, name: (id: unknown) => string): string[] {
  const lines: string[] = [];
  for (const [opId, { refusal }] of ledger.receipts) lines.push(`receipt ${name(opId)} ${refusal ?? 'done'}`);
  for (const { kind, reference, legs } of ledger.movements.values())
    lines.push(`movement ${kind} ${name(reference)} ${legs.map(({ amount }) => amount).join(' ')}`);
  for (const { id, balance, blocked, closedAs } of ledger.vouchers.values())
    lines.push(`voucher ${id} ${balance} ${blocked} ${closedAs}`);
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

/** Acceptances and withdrawals have separate ids, drawn anew on every path. */
function namesOfOperations({ devices }: SimWorld): Map<string, string> {
  const names = new Map<string, string>();
  for (const { disk } of devices)
    for (const { opId, offline } of peekStatuses(disk))
      if (offline && 'opId' in offline) names.set(offline.opId, `${offline.kind} of ${opId}`);
  return names;
}

/** The stored list's entries, without its age. */
function listOf(disk: SimDisk): string {
  const [stored] = peek<{ bytes: Uint8Array }>(disk, 'lists', 'cache');
  return stored ? Buffer.from(stored.bytes.subarray(listHeadBytes)).toString('hex') : 'none';
}
