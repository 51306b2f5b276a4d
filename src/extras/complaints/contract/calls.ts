import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { idField, voucherIdField } from '#src/contract/fields.ts';
import {
  complaintAnsweredSchema,
  complaintAnswerSchema,
  complaintCommandSchema,
  complaintDetailSchema,
  complaintPageSchema,
  complaintQuerySchema,
  complaintSchema,
  complaintWordsSchema,
  holderComplaintsSchema,
} from './schemas.ts';

const byId = z.object({ id: idField });
const readers = ['ESTANTE', 'GLOBAL_MARKET', 'ADMIN'] as const;

/** Reclamos: a disputed purchase and its answer. */
export const complaintCalls = {
  /** Proved by the voucher's id from its link, or at a point of its market by the paper's short code. */
  fileComplaint: {
    method: 'POST',
    path: '/complaints/create',
    roles: ['RECARGA', 'GLOBAL_MARKET'],
    isOpen: true,
    body: complaintCommandSchema,
    answer: complaintSchema,
    status: 201,
    quota: 'complaint',
    since: 2,
  },
  readHolderComplaints: {
    method: 'GET',
    path: '/complaints/voucher/:id',
    roles: [],
    isOpen: true,
    params: z.object({ id: voucherIdField }),
    answer: holderComplaintsSchema,
    quota: 'pointsLookup',
    since: 2,
  },
  /** Lists the complaints of a stall, those of a market, or all for ADMIN. */
  listComplaints: {
    method: 'GET',
    path: '/complaints/list',
    roles: readers,
    query: complaintQuerySchema,
    answer: complaintPageSchema,
    since: 2,
  },
  findComplaint: {
    method: 'GET',
    path: '/complaints/:id',
    roles: readers,
    params: byId,
    answer: complaintDetailSchema,
    since: 2,
  },
  /** The stall's statement. */
  sayOfComplaint: {
    method: 'POST',
    path: '/complaints/words',
    roles: ['ESTANTE'],
    body: complaintWordsSchema,
    answer: complaintSchema,
    since: 2,
  },
  /** The market answers; a stall may refund as much as it may void. */
  answerComplaint: {
    method: 'POST',
    path: '/complaints/answer',
    roles: ['ESTANTE', 'GLOBAL_MARKET'],
    body: complaintAnswerSchema,
    answer: complaintAnsweredSchema,
    status: 201,
    idempotent: true,
    since: 2,
  },
} as const satisfies Record<string, Call>;
