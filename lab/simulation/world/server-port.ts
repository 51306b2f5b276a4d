import * as z from 'zod/mini';
import { TabGone } from '#lab/simulation/machine/disk.ts';
import { sendRequest } from '#src/client/api/send-request.ts';
import { callSync } from '#src/client/api/sync.ts';
import type { ServerPort } from '#src/client/sync/ports.ts';
import { sendOperation } from '#src/client/sync/send-operation.ts';
import { syncCalls } from '#src/contract/sync/calls.ts';
import { readBalanceList } from '#src/protocol/balance-list.ts';
import type { SimDevice, SimTab } from './device.ts';
import type { SimWorld } from './world.ts';

/** The simulated server sends a list's bytes as JSON. */
const readList = { ...syncCalls.readBalanceList, answer: z.array(z.int()) };

/** The product's own HTTP code over the simulated network, for one tab. */
export function simServerPort(world: SimWorld, device: SimDevice, tabOf: () => SimTab): ServerPort {
  /** A page that is gone sends nothing, and no answer wakes it. */
  async function asTab<Value>(work: () => Promise<Value>, isSender = false): Promise<Value> {
    const tab = tabOf();
    if (tab.isGone) throw new TabGone();
    if (isSender && device.tabs.some((other) => other !== tab && other.isSending))
      world.sawTwoSenders(device);
    tab.isSending ||= isSender;
    const answer = await work();
    await world.loop.sleep(tab.frozenUntil - world.loop.now());
    if (isSender) tab.isSending = false;
    if (tab.isGone) throw new TabGone();
    return answer;
  }
  return {
    send: (envelope, label) => asTab(() => sendOperation(envelope, label), true),
    sync: async (request) => {
      if (request.entries.length > 10) world.reach('a batch of more than ten');
      if (request.entries.length === world.config.batchSize)
        world.reach('as many operations as a call takes');
      const isSender = request.entries.length > 0;
      const outcome = await asTab(() => callSync(request), isSender);
      if (outcome.kind === 'ok' && outcome.data.device.state === 'revoked' && !device.toldRevoked) {
        device.toldRevoked = true;
        device.heardBy = tabOf();
        device.hasFaultSinceHeard = false;
      }
      // A server restored to a copy from before the revocation does not know it: the market has to revoke the
      // device again.
      if (outcome.kind === 'ok' && outcome.data.device.state === 'active' && world.restore?.isDone === true) {
        device.toldRevoked = false;
        device.wasToldRevoked = false;
      }
      return outcome;
    },
    readKeys: () => asTab(() => sendRequest(syncCalls.readKeySet, {}, undefined)),
    readBalances: async (request) => {
      const outcome = await asTab(() => sendRequest(readList, { body: request }, undefined));
      if (outcome.kind !== 'ok') return outcome;
      const data = new Uint8Array(outcome.data);
      const list = readBalanceList(data);
      if (list?.kind === 'changes') world.reach('a list of changes taken into the one before');
      device.lists.add(list?.asOf ?? 0);
      return { ...outcome, data };
    },
  };
}
