import type { SellingStall } from '#src/server/ledger/purchases.ts';
import type { Session } from '#src/server/store/database.ts';
import { insertPerson } from '#src/server/store/people.ts';
import type { PeoplePort, SyncCustomer } from '#src/server/sync/ports/ports.ts';

const customerColumns = 'c.id, c.owner_name as "ownerName", c.identificacion, c.created_at as "createdAt"';

export function peoplePort(session: Session): PeoplePort {
  return {
    readCustomer: async (id) => {
      const { rows } = await session.query<SyncCustomer>({
        name: 'sync-customer',
        text: `select ${customerColumns} from person given join person c on c.id = coalesce(given.merged_into, given.id)
          where given.id = $1 and c.user_type = 'USUARIO'`,
        values: [id],
      });
      return rows[0] ?? null;
    },
    findCustomer: async (identificacion) => {
      const { rows } = await session.query<SyncCustomer>({
        name: 'sync-customer-named',
        text: `select ${customerColumns} from person c
          where c.user_type = 'USUARIO' and c.visible and lower(c.identificacion) = lower($1)`,
        values: [identificacion.trim()],
      });
      return rows[0] ?? null;
    },
    insertCustomer: async ({ id, ownerName, identificacion, createdAt }, mergedInto) => {
      await insertPerson(session, {
        id,
        user_type: 'USUARIO',
        status: 'APROBADO',
        email: '',
        identificacion,
        owner_name: ownerName,
        phone: '',
        stall_name: '',
        password_hash: null,
        market_id: null,
        created_at: createdAt,
        ...(mergedInto === null ? {} : { merged_into: mergedInto }),
      });
    },
    isCustomer: async (id) => {
      const { rowCount } = await session.query({
        name: 'is-customer',
        text: `select 1 from person given join person c on c.id = coalesce(given.merged_into, given.id)
          where given.id = $1 and c.user_type = 'USUARIO' and c.visible`,
        values: [id],
      });
      return rowCount > 0;
    },
    readTopUpPoint: async (id) => {
      const { rows } = await session.query<{ marketId: string }>({
        name: 'sync-top-up-point',
        text: `select market_id as "marketId" from person where id = $1 and user_type = 'RECARGA'`,
        values: [id],
      });
      return rows[0] ?? null;
    },
    readStall: async (id) => {
      const { rows } = await session.query<SellingStall>({
        name: 'sync-stall',
        text: `select s.id, s.market_id as "marketId", s.stall_name as name, m.points_every as "pointsEvery"
          from person s join market m on m.id = s.market_id where s.id = $1 and s.user_type = 'ESTANTE'`,
        values: [id],
      });
      return rows[0] ?? null;
    },
  };
}
