import { calls } from '#src/contract/calls.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { readServerState, type StateDeps } from './server-state.ts';

/** What whoever runs the server sees without Grafana. */
export function watchRoutes(routes: Routes, deps: StateDeps): void {
  routes.value(calls.readServerState, () => readServerState(deps));
}
