import { randomUUID } from 'node:crypto';
import type { Consent } from '#src/contract/customers/consent.ts';
import type { Session } from '#src/server/store/database.ts';
import { idsOf } from '#src/server/store/records/people.ts';

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
export async function insertConsent(session: Session, consent: NewConsent): Promise<void> {
  await session.query({
    name: 'insert-consent',
    text: `insert into consent
        (id, customer_id, notice, how, operator_id, device_id, market_id, given_at, recorded_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      randomUUID(),
      consent.customerId,
      consent.notice,
      consent.how,
      consent.operatorId,
      consent.deviceId,
      consent.marketId,
      consent.givenAt,
      consent.recordedAt,
    ],
  });
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
  const { rows } = await session.query<Omit<Consent, 'createAt'> & { given_at: Date }>({
    name: 'consents',
    text: `select c.notice, c.how, c.given_at, coalesce(o.owner_name, '') as operator, coalesce(m.name, '') as "marketName"
      from consent c left join person o on o.id = c.operator_id left join market m on m.id = c.market_id
      where c.customer_id = ${idsOf('$1::uuid')} order by c.given_at desc, c.id limit 50`,
    values: [customerId],
  });
  return rows.map(({ given_at, ...row }) => ({ ...row, createAt: given_at.toISOString() }));
}
