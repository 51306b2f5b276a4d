import type { Page } from '@playwright/test';
import { isFinal } from '#src/client/local/db/operation.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { readTable } from '#tests/e2e/device-database.ts';
import type { Witness } from './witness.ts';

/** Returns reported data that a reopened browser no longer has; empty when everything is there. */
export async function lostSince(page: Page, witness: Witness): Promise<string[]> {
  const [envelopes, statuses] = [await readTable(page, 'envelopes'), await readTable(page, 'statuses')];
  const lost: string[] = [];
  const statusOf = new Map(statuses.map((status) => [status.opId, status]));
  const written = new Set(envelopes.map(({ opId }) => opId));
  const accepted = new Set(
    envelopes.flatMap(({ kind, payload }) => (kind === 'acceptance' ? [payload.purchaseOpId] : [])),
  );
  for (const [opId, said] of witness.states) {
    const status = statusOf.get(opId);
    if (!status || !written.has(opId)) lost.push(`${opId} was ${said} and is gone`);
    else if (isFinal({ state: said as typeof status.state }) && status.state !== said)
      lost.push(`${opId} was ${said} and is ${status.state}`);
  }
  for (const opId of witness.accepted)
    if (!accepted.has(opId)) lost.push(`${opId} was accepted and has no acceptance`);
  const codes = [...accepted].map(shortCodeOf);
  const receipts = statuses.flatMap(({ receipt }) =>
    receipt?.purchase ? [receipt.purchase.codeCompra] : [],
  );
  for (const words of witness.screens)
    if (![...codes, ...receipts].some((code) => words.includes(code)))
      lost.push(`a screen said "${words}", and there is no such sale`);
  return [...lost, ...brokenChain(envelopes)];
}

function brokenChain(envelopes: Awaited<ReturnType<typeof readTable<'envelopes'>>>): string[] {
  const broken: string[] = [];
  let before = '';
  for (const [index, envelope] of envelopes.toSorted((a, b) => a.seq - b.seq).entries()) {
    if (envelope.seq !== index + 1) broken.push(`number ${index + 1} is missing`);
    if (envelope.prevHash !== before) broken.push(`number ${envelope.seq} does not follow the one before`);
    if (envelopeHash(envelope) !== envelope.hash) broken.push(`number ${envelope.seq} was changed`);
    before = envelope.hash;
  }
  return broken;
}
