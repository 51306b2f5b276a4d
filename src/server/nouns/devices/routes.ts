import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { replyAnswer } from '#src/server/http/replies.ts';
import { createThrottle } from '#src/server/http/throttle.ts';
import { keySetReader, readBalanceList, rotateKeys } from './balance-lists.ts';
import { listDevices, renameDevice, restoreDevice, revokeDevice } from './devices.ts';
import { approveBinding, enrolDevice, rejectBinding } from './enrolment.ts';
import { readExposure, setLimits } from './limits.ts';
import { createMarketLists } from './market-lists.ts';
import { readAfterRestore } from './reads.ts';
import { createRescueKey, deliverRescue } from './rescue-files.ts';

/** dispositivos, their offline limits, and the keys that sign vouchers */
export const deviceRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const devices = {
    ...context.sync,
    database: context.database,
    publicUrl: context.publicUrl,
    marketLists: createMarketLists(context.database),
    rescueKey: createRescueKey(context.keyOf('rescue-file')),
  };
  const readKeySet = keySetReader(devices);
  const codeTries = createThrottle(context.quotas.marketCodeMisses);
  routes.raw(calls.enrolDevice, async ({ actor, body, reply }) => {
    const isGuess = body.marketCode !== undefined;
    if (isGuess && !(await codeTries.take(actor.id, reply))) return reply;
    const answer = await enrolDevice(devices, actor, body);
    if (isGuess && answer.ok) await codeTries.giveBack(actor.id);
    return replyAnswer(reply, 201, answer);
  });
  routes.answer(calls.approveBinding, ({ actor, body }) => approveBinding(devices, actor, body));
  routes.answer(calls.rejectBinding, ({ actor, body }) => rejectBinding(devices, actor, body));
  routes.value(calls.listDevices, ({ actor }) => listDevices(devices, actor));
  routes.value(calls.readAfterRestore, ({ actor }) => readAfterRestore(devices, actor));
  routes.answer(calls.renameDevice, ({ actor, body }) => renameDevice(devices, actor, body));
  routes.answer(calls.revokeDevice, ({ actor, body }) => revokeDevice(devices, actor, body.id));
  routes.answer(calls.restoreDevice, ({ actor, body }) => restoreDevice(devices, actor, body.id));
  routes.value(calls.readExposure, ({ actor }) => readExposure(devices, actor));
  routes.value(calls.changeLimits, ({ actor, body }) => setLimits(devices, actor, body));
  routes.value(calls.readKeySet, readKeySet);
  routes.answer(calls.deliverRescue, ({ actor, body }) => deliverRescue(devices, actor, body));
  routes.answer(calls.rotateIssuingKey, ({ actor }) => rotateKeys(devices, readKeySet, actor));
  routes.raw(calls.readBalanceList, async ({ body, reply }) => {
    const answer = await readBalanceList(devices, body);
    if (!answer.ok) return replyAnswer(reply, 200, answer);
    return reply.code(200).type('application/octet-stream').send(Buffer.from(answer.value.buffer));
  });
};
