import type { Call } from '#src/contract/call.ts';
import { calls } from '#src/contract/calls.ts';
import { serverExtras } from '#src/server/extras.ts';

/** Every call that the server serves under /api/v1: of the core and of each extra. */
export const allCalls: Readonly<Record<string, Call>> = Object.assign(
  {},
  calls,
  ...Object.values(serverExtras).map((extra) => extra.calls),
);
