import type { MarketId } from '#src/contract/brands.ts';
import { writeDecision } from '#src/server/records/decisions.ts';
import type { Session } from '#src/server/store/database.ts';
import type {
  KnownOperatorKey,
  NewOperatorKey,
  OperatorKeyPort,
} from '#src/server/sync/ports/operator-key-port.ts';

export function operatorKeyPort(session: Session): OperatorKeyPort {
  return {
    findOperatorKeys: async (deviceId, publicKeys) => {
      const { rows } = await session.query<KnownOperatorKey>({
        name: 'find-operator-keys',
        text: `select person_id as "personId", public_key as "publicKey", until_seq as "untilSeq" from operator_key
          where device_id = $1 and public_key = any ($2::text[])`,
        values: [deviceId, publicKeys],
      });
      return rows;
    },
    putOperatorKey: async (deviceId, key) => {
      const { personId, publicKey, isUnderPin, seq, at } = key;
      const isReplaced = isUnderPin && (await endPinKey(session, deviceId, key));
      const { rows } = await session.query<{ name: string; marketId: MarketId }>({
        name: 'put-operator-key',
        text: `with put as (
            insert into operator_key (device_id, person_id, public_key, is_under_pin, since_seq, put_at)
            select o.device_id, o.person_id, $3::text, $4::boolean, $5::bigint, $6::timestamptz
            from device_operator o where o.device_id = $1 and o.person_id = $2 and o.approved_at is not null
            on conflict (device_id, person_id, public_key) do update set until_seq = null
            returning device_id)
          select d.name, d.market_id as "marketId" from put join device d on d.id = put.device_id`,
        values: [deviceId, personId, publicKey, isUnderPin, seq, at],
      });
      const [device] = rows;
      // A page's key lives as long as the page, because each load with a session registers a new one.
      if (!device || !isUnderPin) return;
      await writeDecision(session, {
        kind: isReplaced ? 'operator-key-replaced' : 'operator-key-put',
        actor: { id: personId, deviceId },
        marketId: device.marketId,
        subject: { type: 'DEVICE', id: deviceId, name: device.name },
        recordedAt: at,
      });
    },
  };
}

/** Returns whether a key was in force. */
async function endPinKey(
  session: Session,
  deviceId: string,
  { personId, publicKey, seq }: NewOperatorKey,
): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'end-operator-key',
    text: `update operator_key set until_seq = $4
      where device_id = $1 and person_id = $2 and is_under_pin and until_seq is null and public_key <> $3
        and exists (select 1 from device_operator o where o.device_id = $1 and o.person_id = $2 and o.approved_at is not null)`,
    values: [deviceId, personId, publicKey, seq],
  });
  return rowCount > 0;
}
