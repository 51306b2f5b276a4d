import { calls } from '#src/contract/calls.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { answerRestored } from './answer.ts';
import {
  confirmJoin,
  confirmPayout,
  confirmRefund,
  withdrawConfirmed,
  type RestoredDeps,
} from './confirm.ts';
import { readRestored } from './reads.ts';

/** después de restaurar: what a market says of the lost time, by its papers */
export function restoredRoutes(routes: Routes, restored: RestoredDeps): void {
  routes.value(calls.readRestored, ({ actor }) => readRestored(restored, actor));
  routes.stored(calls.confirmPayout, ({ actor, body, opId }) => confirmPayout(restored, actor, body, opId));
  routes.stored(calls.confirmRefund, ({ actor, body, opId }) => confirmRefund(restored, actor, body, opId));
  routes.stored(calls.confirmJoin, ({ actor, body, opId }) => confirmJoin(restored, actor, body, opId));
  routes.stored(calls.withdrawConfirmed, ({ actor, body, opId }) =>
    withdrawConfirmed(restored, actor, body, opId),
  );
  routes.stored(calls.answerRestored, ({ actor, body, opId }) => answerRestored(restored, actor, body, opId));
}
