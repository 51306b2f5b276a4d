import { randomUUID } from 'node:crypto';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { refund } from '#src/server/nouns/cash/refunds.ts';
import { topUpVoid } from '#src/server/nouns/topups/top-ups.ts';
import { join } from '#src/server/nouns/vouchers/changes.ts';
import type { StoryVoucher } from './month-deps.ts';
import type { Story } from './story.ts';

/**
 * One top-up in forty had the wrong amount: its point voids it before the customer has left. Returns whether
 * it was voided.
 */
export async function undoIfWrong(
  { deps, people, counts }: Story,
  made: StoryVoucher,
  pointId: string,
): Promise<boolean> {
  if (deps.world.chance() >= 0.025) return false;
  const point = people.markets[made.market]?.points.find(({ id }) => id === pointId);
  if (!point) throw new Error('a point of the month is gone');
  const command = { id: made.issuedBy, reason: 'WRONG_AMOUNT' as const };
  const answer = await topUpVoid(deps, point, command, toOpId(randomUUID()));
  if (answer.kind !== 'done') throw new Error(`a top-up of the month was not undone: ${answer.code}`);
  counts.undone += 1;
  return true;
}

/** Several vouchers of one customer are joined at the window. */
export async function joinPapers(
  { deps, people, counts, vouchers }: Story,
  papers: readonly StoryVoucher[],
  identificacion: string,
): Promise<void> {
  const [first] = papers;
  const actor = people.markets[first?.market ?? 0]?.actor;
  if (!first || !actor) throw new Error('a market of the month is gone');
  const newUuid = toVoucherId(randomUUID());
  const asked = { papers: papers.map(({ uuid }) => uuid), newUuid, identificacion };
  const answer = await join(deps, actor, asked, toOpId(randomUUID()));
  if (answer.kind === 'refused' && answer.code === 'VOUCHER_IN_REVIEW') {
    counts.refused += 1;
    return;
  }
  if (answer.kind !== 'done') throw new Error(`papers of the month were not joined: ${answer.code}`);
  counts.joins += 1;
  const { _id: issuedBy, monto: balance } = answer.receipt;
  vouchers.push({ ...first, uuid: newUuid, issuedBy, balance });
}

/** An heir or an authority: the balance is refunded in cash. A sale that waits for a person comes first. */
export async function giveBack({ deps, people, counts }: Story, left: StoryVoucher): Promise<void> {
  const actor = people.markets[left.market]?.actor;
  if (!actor) throw new Error('a market of the month is gone');
  const vouchers = [{ id: left.issuedBy, monto: toAmount(left.balance) }];
  const answer = await refund(deps, actor, { vouchers, reason: 'AUTHORITY' }, toOpId(randomUUID()));
  if (answer.kind === 'done') counts.refunds += 1;
  else if (answer.code === 'VOUCHER_IN_REVIEW') counts.refused += 1;
  else throw new Error(`nothing was given back: ${answer.code}`);
}
