import * as z from 'zod/mini';
import { readEnvelope } from '#src/client/local/db/operation.ts';
import { type SyncEntry, type ReadSyncResult, syncEntrySchema } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { finalStates } from '#src/operations/outcome.ts';
import { type OpId, toOpId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';

/**
 * Records of the second copy. `entry`: an operation as it is sent. `result`: the server's complete answer to
 * one, with its proof. `head`: position of a device's journal when its settled operations were left out.
 */
export type CopyRecord =
  | { t: 'entry'; entry: SyncEntry }
  | { t: 'result'; result: ReadSyncResult }
  | { t: 'head'; deviceId: string; seq: number; hash: string };

const recordSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('entry'), entry: syncEntrySchema }),
  z.object({ t: z.literal('result'), result: z.looseObject({ opId: z.string(), state: z.string() }) }),
  z.object({ t: z.literal('head'), deviceId: z.string(), seq: z.int(), hash: z.string() }),
]);

/** An operation of the second copy whose envelope matches its hash. */
export type CopiedEntry = { envelope: Envelope; entry: SyncEntry };
export type JournalHead = { seq: number; hash: string };

/** The folded log: every operation once, its latest answer, and the position of each device's journal. */
export type FoldedCopy = {
  entries: Map<OpId, CopiedEntry>;
  results: Map<OpId, unknown>;
  settled: Set<OpId>;
  heads: Map<string, JournalHead>;
  /** Records with a valid checksum that this version cannot read, kept as they are. */
  unread: string[];
};

export function foldCopy(texts: readonly string[]): FoldedCopy {
  const copy: FoldedCopy = {
    entries: new Map(),
    results: new Map(),
    settled: new Set(),
    heads: new Map(),
    unread: [],
  };
  for (const text of texts) if (!foldRecord(copy, text)) copy.unread.push(text);
  return copy;
}

/** Returns false for a record unknown to this version. */
function foldRecord(copy: FoldedCopy, text: string): boolean {
  const parsed = recordSchema.safeParse(JSON.parse(text));
  if (!parsed.success) return false;
  const record = parsed.data;
  if (record.t === 'head') raiseHead(copy, record.deviceId, record);
  if (record.t === 'result') {
    const opId = toOpId(record.result.opId);
    copy.results.set(opId, record.result);
    if (finalStates.some((final) => final === record.result.state)) copy.settled.add(opId);
  }
  if (record.t !== 'entry') return true;
  const envelope = readEnvelope(record.entry.envelope as Parameters<typeof readEnvelope>[0]);
  if (!envelope || envelopeHash(envelope) !== envelope.hash) return false;
  copy.entries.set(envelope.opId, { envelope, entry: record.entry });
  raiseHead(copy, envelope.deviceId, envelope);
  return true;
}

function raiseHead({ heads }: FoldedCopy, deviceId: string, { seq, hash }: JournalHead): void {
  if (seq > (heads.get(deviceId)?.seq ?? 0)) heads.set(deviceId, { seq, hash });
}

/** Returns the copy without operations that the server has settled; the next number is preserved. */
export function prunedTexts({ entries, results, settled, heads, unread }: FoldedCopy): string[] {
  const records: CopyRecord[] = [...heads].map(([deviceId, head]) => ({ t: 'head', deviceId, ...head }));
  const open = [...entries].filter(([opId]) => !settled.has(opId));
  records.push(...open.map(([, { entry }]): CopyRecord => ({ t: 'entry', entry })));
  const said = open.flatMap(([opId]) =>
    results.has(opId) ? [{ t: 'result', result: results.get(opId) }] : [],
  );
  return [...[...records, ...said].map((record) => JSON.stringify(record)), ...unread];
}
