import type { Call } from '#src/contract/call.ts';
import { certificateQuerySchema, certificateTextSchema } from './schemas.ts';

export const certificateCalls = {
  /** Constancia de ventas of a stall, for a month or a year. */
  makeCertificate: {
    method: 'GET',
    path: '/reports/sales-certificate',
    roles: ['ESTANTE', 'GLOBAL_MARKET'],
    query: certificateQuerySchema,
    answer: certificateTextSchema,
    since: 2,
  },
} as const satisfies Record<string, Call>;
