import type { AccountStatus, UserType } from '#src/contract/user-type.ts';
import type { PublicUser, User } from '#src/contract/user.ts';
import type { Session } from './database.ts';

export type PersonRow = {
  id: string;
  user_type: Exclude<UserType, 'PRODUCT'>;
  status: AccountStatus;
  visible: boolean;
  email: string;
  identificacion: string;
  owner_name: string;
  phone: string;
  stall_name: string;
  password_hash: string | null;
  market_id: string | null;
  market_code: string | null;
  market_name: string | null;
  created_at: Date;
  /** why the account was rejected; empty otherwise */
  decision_reason: string;
  /** grows when all sessions are ended */
  session_version: number;
};

/** Columns of a PersonRow; `from person p left join market m on m.id = p.market_id`. */
export const personColumns = `p.id, p.user_type, p.status, p.visible, p.email, p.identificacion, p.owner_name, p.phone,
  p.stall_name, p.password_hash, p.market_id, m.code as market_code, m.name as market_name, p.created_at,
  p.decision_reason, p.session_version`;
export const personTables = 'person p left join market m on m.id = p.market_id';
/** The market of `p`, when it has one, is approved and not deleted: otherwise nobody of it signs in, issues or sells. */
export const marketIsActive = `(p.market_id is null or exists
  (select 1 from person g where g.id = p.market_id and g.status = 'APROBADO' and g.visible))`;

/** The same in the middle of a transaction, for what issues money: the market may have been rejected since the call came in. */
export async function isMarketActive(session: Session, marketId: string): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'active-market',
    text: `select 1 from person g where g.id = $1 and g.status = 'APROBADO' and g.visible`,
    values: [marketId],
  });
  return rowCount > 0;
}

export function toUser(row: PersonRow): User {
  return {
    _id: row.id,
    email: row.email,
    identificacion: row.identificacion,
    ownerName: row.owner_name,
    phone: row.phone,
    status: row.status,
    userType: row.user_type,
    visible: row.visible,
    createAt: row.created_at.toISOString(),
    ...(row.market_code === null ? {} : { globalMarketId: row.market_code }),
    ...(row.market_name === null ? {} : { marketName: row.market_name }),
    ...(row.stall_name === '' ? {} : { estanteName: row.stall_name }),
    ...(row.decision_reason === '' ? {} : { reason: row.decision_reason }),
  };
}

/** What a stranger with the link sees. */
export function toPublicUser(row: {
  id: string;
  owner_name: string;
  identificacion: string;
  created_at: Date;
}): PublicUser {
  return {
    _id: row.id,
    ownerName: row.owner_name,
    identificacion: row.identificacion,
    createAt: row.created_at.toISOString(),
  };
}
