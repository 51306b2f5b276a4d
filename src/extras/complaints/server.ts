import type { ServerExtra } from '#src/server/context.ts';
import { complaintCalls as calls } from './contract/calls.ts';
import {
  answerComplaint,
  fileComplaint,
  findComplaint,
  listComplaints,
  listHolderComplaints,
  sayOfComplaint,
} from './server/complaints.ts';
import {
  countByStall,
  countOpen,
  countOpenOf,
  forgetWords,
  readComplaintsOfCustomer,
} from './server/core-reads.ts';

/** Reclamos, for holders, stalls and markets. */
export const complaints = {
  calls,
  routes: async (app, { context }) => {
    const routes = context.routesOn(app);
    routes.answer(calls.fileComplaint, ({ actor, body }) => fileComplaint(context, actor, body));
    routes.value(calls.readHolderComplaints, ({ params }) => listHolderComplaints(context, params.id));
    routes.value(calls.listComplaints, ({ actor, query }) => listComplaints(context, actor, query));
    routes.answer(calls.findComplaint, ({ actor, params }) => findComplaint(context, actor, params.id));
    routes.answer(calls.sayOfComplaint, ({ actor, body }) => sayOfComplaint(context, actor, body));
    routes.stored(calls.answerComplaint, ({ actor, body, opId }) =>
      answerComplaint(context, actor, body, opId),
    );
  },
  today: async (session, marketId, now) => ({ complaints: await countOpen(session, marketId, now) }),
  stallFigures: countByStall,
  keptOf: async (read) => ({ complaints: await readComplaintsOfCustomer(read) }),
  openOf: countOpenOf,
  forget: forgetWords,
} satisfies ServerExtra;
