import { calls } from '#src/contract/calls.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { makeCertificate, type CertificateDeps } from './sales-certificates.ts';
import { readMarketToday } from './market-today.ts';
import { summarize } from './summary.ts';
import { readToday } from './today.ts';

/** What was sold and topped up, summed: today's figures of one's own role, and a period. */
export function reportRoutes(routes: Routes, reports: CertificateDeps): void {
  routes.answer(calls.makeCertificate, ({ actor, query }) => makeCertificate(reports, actor, query));
  routes.value(calls.readToday, ({ actor, person }) => readToday(reports, actor, person));
  routes.value(calls.readMarketToday, ({ actor }) => readMarketToday(reports, actor));
  routes.answer(calls.sumSales, ({ actor, params, query }) => summarize(reports, actor, params.id, query));
}
