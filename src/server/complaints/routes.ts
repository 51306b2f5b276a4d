import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import {
  answerComplaint,
  fileComplaint,
  findComplaint,
  listComplaints,
  listHolderComplaints,
  sayOfComplaint,
} from './complaints.ts';

/** reclamos, of holders, stalls and markets */
export const complaintRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const complaints = context;
  routes.answer(calls.fileComplaint, ({ actor, body }) => fileComplaint(complaints, actor, body));
  routes.value(calls.readHolderComplaints, ({ params }) => listHolderComplaints(complaints, params.id));
  routes.value(calls.listComplaints, ({ actor, query }) => listComplaints(complaints, actor, query));
  routes.answer(calls.findComplaint, ({ actor, params }) => findComplaint(complaints, actor, params.id));
  routes.answer(calls.sayOfComplaint, ({ actor, body }) => sayOfComplaint(complaints, actor, body));
  routes.stored(calls.answerComplaint, ({ actor, body, opId }) =>
    answerComplaint(complaints, actor, body, opId),
  );
};
