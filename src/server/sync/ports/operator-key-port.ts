/** Keys with which people sign their operations on a device (docs/decisions/0024). */
export type OperatorKeyPort = {
  /** Returns those of these keys that are registered for this device, including ended ones. */
  findOperatorKeys(deviceId: string, publicKeys: readonly string[]): Promise<KnownOperatorKey[]>;
  /**
   * Registers a key, only for a person who may work on the device. A key under a PIN ends its predecessor.
   * `seq`: number of operations that the device had written.
   */
  putOperatorKey(deviceId: string, key: NewOperatorKey): Promise<void>;
};
export type KnownOperatorKey = {
  personId: string;
  publicKey: string;
  /** It signs numbers up to this one; null while it has not ended. */
  untilSeq: number | null;
};
export type NewOperatorKey = {
  personId: string;
  publicKey: string;
  isUnderPin: boolean;
  seq: number;
  at: Date;
};

/** Signing state of an operator of a device. */
export type OperatorSigning = {
  /** While suspended: the last number that the device had reported before. Null or absent when unknown. */
  suspendedSeq?: number | null;
  /** Key under the person's PIN; null or absent when there is none. */
  pinKey?: string | null;
  /** Larger numbers need this person's signature or session. Null or absent when none is required. */
  signsAfter?: number | null;
};
