import type { Call } from '#src/contract/call.ts';
import { serverStateSchema } from '#src/contract/watch/schemas.ts';

/** The server's state, for an operator without Grafana. */
export const operatorCalls = {
  readServerState: {
    method: 'GET',
    path: '/server-state',
    roles: ['ADMIN'],
    answer: serverStateSchema,
    since: 2,
  },
} as const satisfies Record<string, Call>;
