import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import {
  viewKeyField,
  viewLinkCommandSchema,
  viewLinkEndSchema,
  viewLinkSchema,
  voucherGlanceSchema,
} from './schemas.ts';

/** enlaces para solo mirar: links for a person who looks after the holder's money. They show a voucher and cannot pay. */
export const readOnlyLinkCalls = {
  makeViewLink: {
    method: 'POST',
    path: '/code-qr/view',
    roles: [],
    isOpen: true,
    body: viewLinkCommandSchema,
    answer: viewLinkSchema,
    status: 201,
    quota: 'pointsLookup',
    since: 2,
  },
  endViewLink: {
    method: 'POST',
    path: '/code-qr/view/end',
    roles: [],
    isOpen: true,
    body: viewLinkCommandSchema,
    answer: viewLinkEndSchema,
    quota: 'pointsLookup',
    since: 2,
  },
  readView: {
    method: 'GET',
    path: '/code-qr/view/:key',
    roles: [],
    isOpen: true,
    params: z.object({ key: viewKeyField }),
    answer: voucherGlanceSchema,
    quota: 'voucherLookup',
    since: 2,
  },
} as const satisfies Record<string, Call>;
