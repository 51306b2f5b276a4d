import { calls } from '#src/contract/calls.ts';
import type { CopiedReads } from '#src/server/http/copied/copied-reads.ts';
import { done } from '#src/server/http/answer.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { makeCertificate, type CertificateDeps } from './sales-certificates.ts';
import { readMarketToday } from './market-today.ts';
import { summarize } from './summary.ts';
import { readToday } from './today.ts';

/** What was sold and topped up, summed: today's figures of one's own role, and a period. */
export function reportRoutes(routes: Routes, reports: CertificateDeps & { copied: CopiedReads }): void {
  routes.answer(calls.makeCertificate, ({ actor, query }) => makeCertificate(reports, actor, query));
  routes.value(calls.readToday, ({ actor, person }) => readToday(reports, actor, person));
  routes.value(calls.readMarketToday, ({ actor }) => readMarketToday(reports, actor));
  routes.answer(calls.sumSales, async (call) => {
    const { database, ageSeconds } = reports.copied(call);
    const answer = await summarize({ ...reports, database }, call.actor, call.params.id, call.query);
    return answer.ok && ageSeconds !== null ? done({ ...answer.value, ageSeconds }) : answer;
  });
}
