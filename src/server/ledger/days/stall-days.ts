import { keptStallDays, type DaysOfStall } from '#src/domain/limits/device-limits.ts';
import type { Session } from '#src/server/store/database.ts';

/** Returns SQL for the last market days of stall `id`, as JSON, from the day sums. */
export function daysOfStall(id: string): string {
  return `(select coalesce(json_agg(json_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'sold', d.total)), '[]')
    from (select l.day, l.total from ledger_day l where l.owner_id = ${id} and l.account_kind = 'stall'
        and l.movement_kind = 'purchase' order by l.day desc limit ${keptStallDays}) d)`;
}

/** Returns the last market days of each stall that works on the device, and of `stall`. */
export async function readStallDays(
  session: Session,
  deviceId: string,
  stall: string | null,
): Promise<DaysOfStall[]> {
  const { rows } = await session.query<{ days: DaysOfStall }>({
    name: 'days-of-stalls',
    text: `select ${daysOfStall('s.id')} as days from (
        select o.person_id as id from device_operator o join person p on p.id = o.person_id
          where o.device_id = $1 and o.approved_at is not null and p.user_type = 'ESTANTE'
        union select $2::uuid where $2::uuid is not null
      ) s`,
    values: [deviceId, stall],
  });
  return rows.map(({ days }) => days);
}
