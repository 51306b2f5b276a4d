import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { textField } from '#src/contract/fields.ts';
import { decisionPageSchema, decisionQuerySchema } from './decision.ts';
import { userSchema } from './schemas.ts';
import { userListQuerySchema, userPageSchema, userRejectionSchema, userTargetSchema } from './user-list.ts';

const decision = {
  method: 'POST',
  roles: ['ADMIN', 'GLOBAL_MARKET'],
  body: userTargetSchema,
  answer: userSchema,
} as const;

/** Accounts: look-up, lists, approval, rejection, deletion; and the audit of decisions. */
export const accountCalls = {
  listUsers: {
    method: 'GET',
    path: '/auth/users',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    query: userListQuerySchema,
    answer: userPageSchema,
  },
  /** Looks up by id, email or identification. */
  findUser: {
    method: 'GET',
    path: '/auth/user/:id',
    roles: ['ADMIN', 'GLOBAL_MARKET', 'RECARGA'],
    params: z.object({ id: textField(60) }),
    answer: userSchema,
  },
  approveUser: { ...decision, path: '/auth/approve' },
  /** The reason is shown when the rejected person tries to sign in. */
  rejectUser: { ...decision, path: '/auth/reject', body: userRejectionSchema },
  deleteUser: { ...decision, path: '/auth/delete' },
  /** A deleted account becomes as it was before; a rejected one waits again. */
  restoreUser: { ...decision, path: '/auth/restore' },
  listDecisions: {
    method: 'GET',
    path: '/auditoria',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    query: decisionQuerySchema,
    answer: decisionPageSchema,
  },
} as const satisfies Record<string, Call>;
