import * as z from 'zod/mini';
import type { IncidentKind } from '#src/contract/devices/schemas.ts';
import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { hashStartLength, writtenSchema } from '#src/protocol/envelope.ts';
import type { JournalEntry, JournalHead, SyncDevice } from '#src/server/journal/ports/rows.ts';

type Range = readonly [number, number];

/**
 * Returns the head after this entry: a higher number advances it and may leave a gap, a lower one fills its
 * gap.
 */
export function advanceHead(head: JournalHead, seq: number, hash: string): JournalHead {
  if (seq > head.ackSeq) {
    const gap: Range[] = seq > head.ackSeq + 1 ? [[head.ackSeq + 1, seq - 1]] : [];
    return { ...head, ackSeq: seq, headHash: hash, gaps: [...head.gaps, ...gap] };
  }
  return { ...head, gaps: head.gaps.flatMap((gap) => without(gap, seq)) };
}

/**
 * Limit of gaps in a journal. Each is read, named and noted at every contact. An honest device sends in order
 * and leaves few.
 */
const maxGaps = 200;

/**
 * Returns whether this number would exceed the gaps allowed. A number that follows the head or fills a gap
 * never does.
 */
export function leavesTooManyGaps(head: JournalHead, seq: number): boolean {
  const after = advanceHead(head, seq, head.headHash).gaps.length;
  return after > maxGaps && after > head.gaps.length;
}

/** Marks the operation with this number as waiting for an answer, or clears the mark. */
export function noteAwaiting(head: JournalHead, seq: number, isAwaiting: boolean): JournalHead {
  if (head.awaiting.includes(seq) === isAwaiting) return head;
  const others = head.awaiting.filter((other) => other !== seq);
  return { ...head, awaiting: isAwaiting ? [...others, seq] : others };
}

function without([from, to]: Range, seq: number): Range[] {
  if (seq < from || seq > to) return [[from, to]];
  const left: Range[] = seq > from ? [[from, seq - 1]] : [];
  const right: Range[] = seq < to ? [[seq + 1, to]] : [];
  return [...left, ...right];
}

/**
 * Returns the numbers after the head that a request proves to be written, each with the start of its
 * operation's hash: the numbers it names and those it carries.
 */
export function writtenAhead(
  { deviceId, entries, written }: Pick<SyncRequest, 'deviceId' | 'entries' | 'written'>,
  { ackSeq }: JournalHead,
): Map<number, string> {
  const carried = entries.flatMap(({ envelope }) => {
    const own = ownNumber.safeParse(envelope).data;
    return own?.deviceId === deviceId ? [[own.seq, own.hash.slice(0, hashStartLength)] as const] : [];
  });
  const named = writtenSchema.safeParse(written).data ?? [];
  return new Map([...named, ...carried].filter(([seq]) => seq > ackSeq));
}

/**
 * Returns how many operations a request proves that its device has written: those on the server, and the
 * contiguous ones in the request. A higher reported number counts only while the device returns operations
 * lost in a restore. Otherwise one exaggerated report would backdate every later operation.
 */
export function provenHead(
  { lastSeq }: SyncRequest['journal'],
  { ackSeq }: JournalHead,
  { ahead, isReturning }: { ahead: ReadonlyMap<number, string>; isReturning: boolean },
): number {
  if (isReturning) return lastSeq;
  let head = ackSeq;
  while (head < lastSeq && ahead.has(head + 1)) head += 1;
  return Math.min(head, lastSeq);
}

const ownNumber = z.object({ deviceId: z.string(), seq: z.int(), hash: z.string() });

/** Counts the numbers missing up to `lastSeq`, and lists the first `most` of them. */
export function owedNumbers(
  head: Pick<JournalHead, 'ackSeq' | 'gaps'>,
  lastSeq: number,
  most: number,
): { count: number; seqs: number[] } {
  const ranges: Range[] = lastSeq > head.ackSeq ? [...head.gaps, [head.ackSeq + 1, lastSeq]] : [...head.gaps];
  const seqs: number[] = [];
  for (const [from, to] of ranges)
    for (let seq = from; seq <= to && seqs.length < most; seq += 1) seqs.push(seq);
  return { count: ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0), seqs };
}

/**
 * Checks whether the entry's number is taken and whether its hashes chain. `neighbours`: journal entries at
 * the numbers before, at and after it, without the entry itself.
 */
export function checkSequence(
  device: SyncDevice,
  envelope: Envelope,
  neighbours: readonly JournalEntry[],
): { isFork: boolean; incidents: IncidentKind[] } {
  const at = (seq: number): JournalEntry[] => neighbours.filter((entry) => entry.seq === seq);
  const { start } = device;
  const isFork = at(envelope.seq).length > 0;
  const before = at(envelope.seq - 1).map(({ hash }) => hash);
  if (envelope.seq === 1) before.push('');
  if (envelope.seq === start.seq + 1) before.push(start.hash);
  const breaksBefore = before.length > 0 && !before.includes(envelope.prevHash);
  // After a fork the next entry may follow either history; only a break with all of them counts.
  const breaksAfter = !isFork && at(envelope.seq + 1).some(({ prevHash }) => prevHash !== envelope.hash);
  const incidents: IncidentKind[] = [];
  if (isFork) incidents.push('fork');
  if (breaksBefore || breaksAfter) incidents.push('chain');
  return { isFork, incidents };
}
