import { calls } from '#src/contract/calls.ts';
import type { Routes } from '#src/server/http/routes.ts';
import {
  answerComplaint,
  fileComplaint,
  findComplaint,
  listComplaints,
  listHolderComplaints,
  sayOfComplaint,
  type ComplaintDeps,
} from './complaints.ts';

/** reclamos, of holders, stalls and markets */
export function complaintRoutes(routes: Routes, complaints: ComplaintDeps): void {
  routes.answer(calls.fileComplaint, ({ actor, body }) => fileComplaint(complaints, actor, body));
  routes.value(calls.readHolderComplaints, ({ params }) => listHolderComplaints(complaints, params.id));
  routes.value(calls.listComplaints, ({ actor, query }) => listComplaints(complaints, actor, query));
  routes.answer(calls.findComplaint, ({ actor, params }) => findComplaint(complaints, actor, params.id));
  routes.answer(calls.sayOfComplaint, ({ actor, body }) => sayOfComplaint(complaints, actor, body));
  routes.stored(calls.answerComplaint, ({ actor, body, opId }) =>
    answerComplaint(complaints, actor, body, opId),
  );
}
