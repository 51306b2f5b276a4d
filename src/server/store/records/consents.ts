import { randomUUID } from 'node:crypto';
import type { Consent } from '#src/contract/customers/schemas.ts';
import type { Session } from '#src/server/store/database.ts';
import { idsOf } from '#src/server/store/records/people.ts';
import { insertRow, isoOf } from '#src/server/store/rows.ts';

export type NewConsent = {
  customerId: string;
  notice: string;
  how: Consent['how'];
  operatorId: string | null;
  deviceId: string | null;
  marketId: string | null;
  givenAt: Date;
  recordedAt: Date;
};

/** Rows are only inserted: a consent stays recorded even after the customer's data is erased. */
export function insertConsent(session: Session, consent: NewConsent): Promise<void> {
  return insertRow(session, 'consent', { id: randomUUID(), ...consent });
}

/** Returns the consent that staff record after a customer agreed in front of them. */
export function saidTo(
  actor: { id: string; marketId: string | null; deviceId?: string | null },
  notice: string,
  now: Date,
): Omit<NewConsent, 'customerId'> {
  const { id: operatorId, marketId, deviceId = null } = actor;
  const isDevice = deviceId !== null && /^[0-9a-f-]{36}$/.test(deviceId);
  const device = isDevice ? deviceId : null;
  return { notice, how: 'staff', operatorId, deviceId: device, marketId, givenAt: now, recordedAt: now };
}

/** Returns consents, newest first. None is shown as "sin constancia". */
export async function readConsents(session: Session, customerId: string): Promise<Consent[]> {
  const { rows } = await session.query<Consent>({
    name: 'consents',
    text: `select c.notice, c.how, ${isoOf('c.given_at')} as "createAt", coalesce(o.owner_name, '') as operator,
        coalesce(m.name, '') as "marketName"
      from consent c left join person o on o.id = c.operator_id left join market m on m.id = c.market_id
      where c.customer_id = ${idsOf('$1::uuid')} order by c.given_at desc, c.id limit 50`,
    values: [customerId],
  });
  return rows;
}
