import {
  restoreAnsweredSchema,
  type RestoreAnswerCommand,
  type RestoreAnswered,
} from '#src/contract/restored/schemas.ts';
import { decideRestoreAnswer } from '#src/domain/operations/restored.ts';
import { ownMarket } from '#src/server/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { lockTreasury } from '#src/server/ledger/accounts.ts';
import { refused } from '#src/server/ledger/receipts.ts';
import { readMarketRestore } from '#src/server/operations/restored/asked.ts';
import type { RestoredDeps } from './confirm.ts';

/** No hice más: answers each kind once. The last answer allows the market's payouts again. */
export const answerRestored: StaffCall<
  Pick<RestoredDeps, 'database' | 'now'>,
  RestoreAnswerCommand,
  RestoreAnswered
> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const { epoch, kinds } = command;
  return recordStaffOperation(
    deps,
    { kind: 'restored-answer', actor, body: command, opId, receiptSchema: restoreAnsweredSchema },
    async (session, { actor: person, recordedAt }) => {
      await lockTreasury(session, market);
      const decision = decideRestoreAnswer(command, await readMarketRestore(session, market));
      if (decision.kind === 'refuse') return refused(decision.code, decision.left);
      await session.query({
        name: 'insert-restore-answers',
        text: `insert into restore_answer (epoch, market_id, kind, person_id, recorded_at)
          select $1, $2, k, $4, $5 from unnest($3::text[]) as k`,
        values: [epoch, market, kinds, person, recordedAt],
      });
      return { ok: true, receipt: { open: [...decision.plan], createAt: recordedAt.toISOString() } };
    },
    () =>
      kinds.map((kind) => ({
        kind: 'restore-answered',
        marketId: market,
        subject: { type: kind, id: String(epoch), name: '' },
      })),
  );
};
