import { calls } from '#src/contract/calls.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { listLateDevices } from '#src/server/nouns/devices/devices.ts';
import { listClearing, settleClearing } from './clearing.ts';
import { closeDay, readDayClose } from './day-close.ts';
import { listStallBalances, payStall } from './payouts.ts';
import { listCashReceived, listPayouts } from './reads.ts';
import { listRefundable, listRefunds, refund } from './refunds.ts';
import { giveFloat, listTills, receiveCash, setTillCeiling } from './tills.ts';

/** caja: tills, payouts to stalls, clearing between markets, the day */
export const cashRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const cash = {
    ...context,
    lateDevices: (marketId: MarketId, dayEnd: Date) => listLateDevices(context.sync, marketId, dayEnd),
  };
  routes.value(calls.listTills, ({ actor }) => listTills(cash, actor));
  routes.stored(calls.receiveCash, ({ actor, body, opId }) => receiveCash(cash, actor, body, opId));
  routes.stored(calls.giveFloat, ({ actor, body, opId }) => giveFloat(cash, actor, body, opId));
  routes.value(calls.listCashReceived, ({ actor, query }) => listCashReceived(cash, actor, query));
  routes.answer(calls.setTillCeiling, ({ actor, body }) => setTillCeiling(cash, actor, body));
  routes.value(calls.listStallBalances, ({ actor }) => listStallBalances(cash, actor));
  routes.stored(calls.payStall, ({ actor, body, opId }) => payStall(cash, actor, body, opId));
  routes.value(calls.listPayouts, ({ actor, query }) => listPayouts(cash, actor, query));
  routes.value(calls.listRefundable, ({ actor, query }) => listRefundable(cash, actor, query));
  routes.stored(calls.refund, ({ actor, body, opId }) => refund(cash, actor, body, opId));
  routes.value(calls.listRefunds, ({ actor, query }) => listRefunds(cash, actor, query));
  routes.value(calls.listClearing, ({ actor }) => listClearing(cash, actor));
  routes.stored(calls.settleClearing, ({ actor, body, opId }) => settleClearing(cash, actor, body, opId));
  routes.answer(calls.readDayClose, ({ actor, query }) => {
    const named = actor.userType === 'ADMIN' ? (query.globalMarketId ?? null) : null;
    return readDayClose(cash, actor, named, query.day);
  });
  routes.answer(calls.closeDay, ({ actor, body }) => closeDay(cash, actor, body.day));
};
