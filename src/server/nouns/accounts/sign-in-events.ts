import type { Login } from '#src/contract/accounts/login.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import { createKnownKeys } from '#src/server/http/throttle.ts';
import type { Database } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';

type Tried = Pick<Login, 'email' | 'userType'>;

const hourMs = 3_600_000;

/**
 * Failed sign-ins, for the account's market to read in /auditoria. An account that does not exist has no
 * reader. The password throttle limits the number of events, because it judges a limited number of wrong
 * passwords.
 */
export function createSignInEvents({ database, now }: { database: Database; now: () => Date }) {
  const told = createKnownKeys();

  async function write(
    kind: 'sign-in-failed' | 'sign-in-locked',
    { email, userType }: Tried,
    address: string,
  ): Promise<void> {
    const { rows } = await database.query<{ id: string; owner_name: string; market_id: MarketId | null }>({
      name: 'account-of-sign-in',
      text: 'select id, owner_name, market_id from person where user_type = $1 and lower(email) = $2 and visible',
      values: [userType, email.toLowerCase()],
    });
    const [row] = rows;
    if (!row) return;
    await writeDecision(database, {
      kind,
      actor: null,
      marketId: row.market_id,
      subject: { type: userType, id: row.id, name: row.owner_name },
      after: { address },
      recordedAt: now(),
    });
  }

  return {
    failed: (login: Tried, address: string) => write('sign-in-failed', login, address),
    /** Records that the tries are used up, once an hour for each account. */
    locked: async (login: Tried, address: string): Promise<void> => {
      const key = `${login.userType} ${login.email} ${Math.floor(now().getTime() / hourMs)}`;
      if (told.has(key)) return;
      told.add(key);
      await write('sign-in-locked', login, address);
    },
  };
}
