import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { useSyncExternalStore } from 'react';
import type { Ok, CallAnswer, Refused } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { onSignInOrOut, readAuth } from '#src/client/state/session.ts';
import { linesOf } from '#src/extras/notebook/client/check-lines.ts';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';
import type { LineStatus, SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import { maxRowsAtOnce, maxFileName } from '#src/extras/notebook/contract/sheet-limits.ts';
import type { AnyLine } from '#src/extras/notebook/domain/read-lines.ts';
import { type OpId, toAmount } from '#src/protocol/brands.ts';

/** A running import. `waiting`: no link, it resumes automatically; `stopped`: refused, a person decides. */
export interface Run {
  kind: SheetKind;
  fileName: string;
  all: number;
  done: number;
  state: 'running' | 'waiting' | 'stopped' | 'done';
  /** At the pace of the rows already imported; 0 while unknown. */
  secondsLeft: number;
  sheetId: string;
  problem: string;
  /** Rows that were valid when they were checked, but were not imported. */
  late: { row: number; status: LineStatus }[];
}

const again = 5_000;
const goesIn: ReadonlySet<LineStatus> = new Set(['made', 'there', 'has-opening']);

/** The rows of an import, their operation ids, and the person who began it. */
interface Planned {
  by: string | undefined;
  kind: SheetKind;
  fileName: string;
  fileHash: string;
  amount: number;
  rows: number;
  beginOp: OpId;
  batches: readonly { op: OpId; lines: readonly AnyLine[] }[];
}

let planned: Planned | null = null;
let run: Run | null = null;
const listeners = new Set<() => void>();

function change(part: Partial<Run>): void {
  if (run === null) return;
  run = { ...run, ...part };
  for (const tell of listeners) tell();
}

/** Returns the running import, on every page. */
export function useRun(): Run | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => run,
  );
}

// The rows are of one market: no other session may go on with them.
onSignInOrOut((user) => {
  if (user !== null && user.id !== planned?.by) forgetRun();
});

export function forgetRun(): void {
  run = null;
  planned = null;
  for (const tell of listeners) tell();
}

/** Generates the operation ids of the whole import, and begins. */
export function startRun(
  kind: SheetKind,
  fileName: string,
  lines: readonly AnyLine[],
  onDone: () => void,
): Promise<void> {
  const batches: Planned['batches'][number][] = [];
  for (let at = 0; at < lines.length; at += maxRowsAtOnce)
    batches.push({ op: newOpId(), lines: lines.slice(at, at + maxRowsAtOnce) });
  planned = {
    by: readAuth().user?.id,
    kind,
    fileName: fileName.slice(0, maxFileName) || '-',
    fileHash: bytesToHex(sha256(utf8ToBytes(JSON.stringify([kind, lines])))),
    amount: lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    rows: lines.length,
    beginOp: newOpId(),
    batches,
  };
  return goOn(onDone);
}

/**
 * Sends everything from the beginning with the same ids: the server only repeats its answer to what it has
 * already. A page that was closed loses the ids, and finds the imported rows in the market.
 */
export async function goOn(onDone: () => void): Promise<void> {
  const mine = planned;
  if (mine === null) return;
  const startedAt = Date.now();
  const { kind, fileName, rows: all, fileHash, amount, beginOp: opId, batches } = mine;
  run = {
    kind,
    fileName,
    all,
    done: 0,
    state: 'running',
    secondsLeft: 0,
    sheetId: '',
    problem: '',
    late: [],
  };
  change({});
  const owed = amount > 0 ? { amount: toAmount(amount) } : {};
  const body = { kind, fileName, fileHash, rows: all, ...owed };
  const begun = await untilAnswered(mine, () => callServer(sheetCalls.beginSheet, { opId, body }));
  if (begun === null) return;
  if (begun.kind !== 'ok') return change({ state: 'stopped', problem: failureText(begun) });
  const sheetId = begun.data._id;
  change({ sheetId });
  for (const { op, lines } of batches) {
    const outcome = await untilAnswered(mine, () =>
      callServer(sheetCalls.bringSheetRows, { opId: op, body: { id: sheetId, lines: linesOf(kind, lines) } }),
    );
    if (outcome === null) return;
    if (outcome.kind !== 'ok') return change({ state: 'stopped', problem: failureText(outcome) });
    const late = outcome.data.rows.filter(({ status }) => !goesIn.has(status));
    const done = (run?.done ?? 0) + lines.length;
    const secondsLeft = Math.ceil((((Date.now() - startedAt) / done) * (all - done)) / 1000);
    change({ done, secondsLeft, late: [...(run?.late ?? []), ...late] });
  }
  change({ state: 'done' });
  onDone();
}

/**
 * Repeats the call without a link for as long as necessary: its id makes it the same operation. Null when the import
 * was forgotten meanwhile.
 */
async function untilAnswered<Data>(
  mine: Planned,
  call: () => Promise<CallAnswer<Data>>,
): Promise<Ok<Data> | Refused | null> {
  for (;;) {
    if (planned !== mine) return null;
    const outcome = await call();
    if (planned !== mine) return null;
    // A refusal for too many calls is not an answer either.
    const isAnswered =
      outcome.kind === 'ok' || (outcome.kind === 'refused' && outcome.code !== 'TOO_MANY_REQUESTS');
    if (isAnswered) {
      if (run?.state === 'waiting') change({ state: 'running' });
      return outcome;
    }
    change({ state: 'waiting' });
    await new Promise((go) => setTimeout(go, again));
  }
}
