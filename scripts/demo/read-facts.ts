import type { DemoFacts } from '#src/domain/demo-facts.ts';
import type { Database } from '#src/server/store/database.ts';
import { demoCustomers, demoEmails, demoPassword } from './stories.ts';

/**
 * Returns the facts for the demo's pages; null for other data than the small market's, such as that of `npm
 * run month`.
 */
export async function readDemoFacts(database: Database, publicUrl: string): Promise<DemoFacts | null> {
  const people = await database.query<{ count: number }>({
    text: 'select count(*)::int as count from person where email = any($1)',
    values: [Object.values(demoEmails)],
  });
  const { rows } = await database.query<{ userId: string; codeQrId: string }>({
    text: `select owner_id as "userId", id as "codeQrId" from voucher
      where balance > 0 and blocked_at is null order by balance desc, id limit 1`,
  });
  const [voucher] = rows;
  const [customer] = demoCustomers;
  if (people.rows[0]?.count !== Object.keys(demoEmails).length || !voucher) return null;
  const { identificacion: identification } = customer;
  return { publicUrl, password: demoPassword, emails: demoEmails, identification, voucher };
}
