import type { Session } from '#src/server/store/database.ts';
import type { KnownOperatorKey, OperatorKeyPort } from '#src/server/sync/ports/operator-key-port.ts';

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
    putOperatorKey: async (deviceId, { personId, publicKey, isUnderPin, seq, at }) => {
      if (isUnderPin)
        await session.query({
          name: 'end-operator-key',
          text: `update operator_key set until_seq = $4
            where device_id = $1 and person_id = $2 and is_under_pin and until_seq is null and public_key <> $3
              and exists (select 1 from device_operator o where o.device_id = $1 and o.person_id = $2 and o.approved_at is not null)`,
          values: [deviceId, personId, publicKey, seq],
        });
      await session.query({
        name: 'put-operator-key',
        text: `insert into operator_key (device_id, person_id, public_key, is_under_pin, since_seq, put_at)
          select o.device_id, o.person_id, $3::text, $4::boolean, $5::bigint, $6::timestamptz
          from device_operator o where o.device_id = $1 and o.person_id = $2 and o.approved_at is not null
          on conflict (device_id, person_id, public_key) do update set until_seq = null`,
        values: [deviceId, personId, publicKey, isUnderPin, seq, at],
      });
    },
  };
}
