import type { Call } from '../../call.ts';
import { serverStateSchema } from '../../operator/server-state.ts';

/** What whoever runs the server sees without Grafana. */
export const operatorCalls = {
  readServerState: {
    method: 'GET',
    path: '/server-state',
    roles: ['ADMIN'],
    answer: serverStateSchema,
    since: 2,
  },
} as const satisfies Record<string, Call>;
