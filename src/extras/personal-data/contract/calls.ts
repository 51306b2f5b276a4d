import * as z from 'zod/mini';
import { signInTypes } from '#src/contract/accounts/user-type.ts';
import type { Call } from '#src/contract/call.ts';
import { consentSchema } from '#src/contract/customers/schemas.ts';
import { globalMarketIdField } from '#src/contract/fields.ts';
import { marketSettingsQuerySchema } from '#src/contract/markets/schemas.ts';
import { idField } from '#src/protocol/fields.ts';
import {
  consentCommandSchema,
  dataPolicyEditSchema,
  dataPolicySchema,
  forgottenSchema,
  ownDataSchema,
  personalDataSchema,
} from './schemas.ts';

const byId = z.object({ id: idField });
const managers = ['GLOBAL_MARKET', 'ADMIN'] as const;

/** Datos personales: consents, stored data, and its erasure. */
export const personalDataCalls = {
  readDataPolicy: {
    method: 'GET',
    path: '/market/data-policy/:code',
    isOpen: true,
    params: z.object({ code: globalMarketIdField }),
    answer: dataPolicySchema,
    quota: 'catalogue',
  },
  changeDataPolicy: {
    method: 'POST',
    path: '/market/data-policy',
    roles: managers,
    query: marketSettingsQuerySchema,
    body: dataPolicyEditSchema,
    bodyLimitBytes: 16 * 1024,
    answer: dataPolicySchema,
  },
  recordConsent: {
    method: 'POST',
    path: '/client/consent',
    roles: ['RECARGA', 'GLOBAL_MARKET'],
    body: consentCommandSchema,
    answer: consentSchema,
    status: 201,
  },
  exportCustomer: {
    method: 'GET',
    path: '/client/data/:id',
    roles: managers,
    params: byId,
    answer: personalDataSchema,
  },
  forgetCustomer: {
    method: 'POST',
    path: '/client/forget',
    roles: managers,
    body: byId,
    answer: forgottenSchema,
  },
  /** Returns the caller's own data. */
  exportOwnData: {
    method: 'GET',
    path: '/auth/my-data',
    roles: signInTypes,
    answer: ownDataSchema,
  },
} as const satisfies Record<string, Call>;
