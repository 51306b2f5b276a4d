import { randomUUID } from 'node:crypto';
import type { Session } from '#src/server/store/database.ts';
import type { SmallMarket } from '#tests/support/market/small-market.ts';
import { run } from '#tests/support/server/rolled-back.ts';

const enrolledAt = new Date('2026-11-23T10:00:00Z');

/** Inserts a device's row, with the first stall approved on it by default. */
export async function enrolRow(
  { markets, stalls }: Pick<SmallMarket, 'markets' | 'stalls'>,
  session: Session,
  own: { approved?: Date | null; revoked?: Date | null } = {},
): Promise<string> {
  const { approved = enrolledAt, revoked = null } = own;
  const id = randomUUID();
  await run(
    session,
    `insert into device (id, prefix, market_id, name, public_key, enrolled_at, start_seq, start_hash, ack_seq, head_hash, gaps, revoked_at)
      values ($1, $2, $3, 'Caja', 'key', $4, 4, 'start', 4, 'start', '[]', $5)`,
    id,
    id.replaceAll('-', '').slice(0, 16),
    markets[0],
    enrolledAt,
    revoked,
  );
  await run(
    session,
    'insert into device_operator (device_id, person_id, enrolled_at, approved_at) values ($1, $2, $3, $4)',
    id,
    stalls[0],
    enrolledAt,
    approved,
  );
  return id;
}
