import type { KnownOperatorKey, OperatorKeyPort } from '#src/server/sync/ports/operator-key-port.ts';
import type { SyncOperator } from '#src/server/sync/ports/ports.ts';
import type { MemoryLedger, UndoLog } from './ledger.ts';

export type MemoryOperatorKey = KnownOperatorKey & {
  deviceId: string;
  isUnderPin: boolean;
  sinceSeq: number;
};

/** Operator keys, from the table in memory. */
export function operatorKeyPort(ledger: MemoryLedger, log: UndoLog): OperatorKeyPort {
  return {
    findOperatorKeys: async (deviceId, publicKeys) =>
      [...ledger.operatorKeys.values()].filter(
        (key) => key.deviceId === deviceId && publicKeys.includes(key.publicKey),
      ),
    putOperatorKey: async (deviceId, { personId, publicKey, isUnderPin, seq }) => {
      if (!ledger.devices.get(deviceId)?.operators.includes(personId)) return;
      for (const [name, key] of ledger.operatorKeys)
        if (isUnderPin && isInForce(key, deviceId, personId) && key.publicKey !== publicKey)
          log.set(ledger.operatorKeys, name, { ...key, untilSeq: seq });
      const name = `${deviceId} ${personId} ${publicKey}`;
      const { sinceSeq } = ledger.operatorKeys.get(name) ?? { sinceSeq: seq };
      const key = { deviceId, personId, publicKey, isUnderPin, sinceSeq, untilSeq: null };
      log.set(ledger.operatorKeys, name, key);
    },
  };
}

/** The person with the state of their keys on this device. */
export function withKeys(ledger: MemoryLedger, deviceId: string, operator: SyncOperator): SyncOperator {
  const keys = [...ledger.operatorKeys.values()].filter(
    (key) => key.deviceId === deviceId && key.personId === operator.id && key.isUnderPin,
  );
  if (keys.length === 0) return operator;
  return {
    ...operator,
    pinKey: keys.find(({ untilSeq }) => untilSeq === null)?.publicKey ?? null,
    signsAfter: Math.min(...keys.map(({ sinceSeq }) => sinceSeq)),
  };
}

function isInForce(key: MemoryOperatorKey, deviceId: string, personId: string): boolean {
  return key.deviceId === deviceId && key.personId === personId && key.isUnderPin && key.untilSeq === null;
}
