import type { DemoFacts } from '#src/domain/demo-facts.ts';
import type { VoucherLinkFacts } from '#src/server/ledger/issued-voucher.ts';
import { createVoucherLinks } from '#src/server/nouns/vouchers/links.ts';
import type { SeedDeps } from './seed-deps.ts';
import { demoCustomers, demoEmails, demoPassword } from './stories.ts';

/**
 * Returns the facts for the demo's pages; null for other data than the small market's, such as that of `npm
 * run month`.
 */
export async function readDemoFacts({ database, publicUrl, now }: SeedDeps): Promise<DemoFacts | null> {
  const people = await database.query<{ count: number; seed: string }>({
    text: 'select count(*)::int as count, min(id::text) as seed from person where email = any($1)',
    values: [Object.values(demoEmails)],
  });
  const { rows } = await database.query<VoucherLinkFacts>({
    text: `select id as "voucherId", owner_id as "ownerId", market_id as "marketId", face::float8 as face,
        created_at as "issuedAt", expires_at as "expiresAt"
      from voucher where balance > 0 and blocked_at is null order by balance desc, id limit 1`,
  });
  const [voucher] = rows;
  const { count, seed } = people.rows[0] ?? { count: 0, seed: '' };
  if (count !== Object.keys(demoEmails).length || !voucher) return null;
  const link = (await createVoucherLinks({ database, publicUrl, now })())(voucher);
  const [{ identificacion: identification }] = demoCustomers;
  return { seed, publicUrl, password: demoPassword, emails: demoEmails, identification, link };
}
