/** The keys with which people sign what they do on a device (docs/decisions/0024). */
export type OperatorKeyPort = {
  /** Those of these keys that people have put on the server for this device, ended ones too. */
  findOperatorKeys(deviceId: string, publicKeys: readonly string[]): Promise<KnownOperatorKey[]>;
  /**
   * Puts a key there for somebody who may work on the device; for nobody else. One under a PIN ends the one before it.
   * `seq`: what the device had written by then.
   */
  putOperatorKey(deviceId: string, key: NewOperatorKey): Promise<void>;
};
export type KnownOperatorKey = {
  personId: string;
  publicKey: string;
  /** it signs what has numbers up to this; null when it has not ended */
  untilSeq: number | null;
};
export type NewOperatorKey = {
  personId: string;
  publicKey: string;
  isUnderPin: boolean;
  seq: number;
  at: Date;
};

/** What is known of the signatures of somebody who may work on a device. */
export type OperatorSigning = {
  /** while suspended: numbers up to this the device had reported before; null or absent: not known */
  suspendedSeq?: number | null;
  /** the key under the person's PIN; null or absent: none */
  pinKey?: string | null;
  /** what has a larger number needs this person's signature or session; null or absent: nothing does */
  signsAfter?: number | null;
};
