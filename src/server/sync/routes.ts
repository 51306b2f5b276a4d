import { calls } from '#src/contract/calls.ts';
import type { SyncDeps } from './deps.ts';
import { readSnapshot } from '#src/server/devices/balance-lists.ts';
import { syncDevice } from './sync-device.ts';
import type { Database } from '#src/server/store/database.ts';
import { replyAnswer } from '#src/server/http/replies.ts';
import type { Routes } from '#src/server/http/routes.ts';

/** What a device reports. Its signature says which device it is: no session is needed. */
export function syncRoutes(routes: Routes, sync: SyncDeps & { database: Database }): void {
  routes.answer(calls.sync, ({ body }) => syncDevice(sync, body));
  routes.raw(calls.readBalanceList, async ({ body, reply }) => {
    const answer = await readSnapshot(sync, body);
    if (!answer.ok) return replyAnswer(reply, 200, answer);
    return reply.code(200).type('application/octet-stream').send(Buffer.from(answer.value.buffer));
  });
}
