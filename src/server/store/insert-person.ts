import type { Session } from './database.ts';
import { personColumns, personTables, type PersonRow } from './person-row.ts';
import { searchText } from './search-text.ts';

export type NewPerson = Omit<
  PersonRow,
  'visible' | 'market_code' | 'market_name' | 'decision_reason' | 'session_version'
>;

export async function insertPerson(session: Session, person: NewPerson): Promise<PersonRow> {
  const { rows } = await session.query<PersonRow>({
    name: 'insert-person',
    text: `
      with p as (
        insert into person (id, user_type, status, email, identificacion, owner_name, phone, stall_name,
          password_hash, market_id, search_text, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning *
      )
      select ${personColumns} from p left join market m on m.id = p.market_id`,
    values: [
      person.id,
      person.user_type,
      person.status,
      person.email.trim().toLowerCase(),
      person.identificacion.trim(),
      person.owner_name,
      person.phone,
      person.stall_name,
      person.password_hash,
      person.market_id,
      searchText(person.owner_name, person.stall_name, person.email, person.identificacion, person.phone),
      person.created_at,
    ],
  });
  const row = rows[0];
  if (!row) throw new Error('an inserted person did not come back');
  return row;
}

export async function personById(session: Session, id: string): Promise<PersonRow | null> {
  const { rows } = await session.query<PersonRow>({
    name: 'person-by-id',
    text: `select ${personColumns} from ${personTables} where p.id = $1 and p.visible`,
    values: [id],
  });
  return rows[0] ?? null;
}
