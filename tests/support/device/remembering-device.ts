import type { ShownReceipt } from '#src/contract/sync/recovery.ts';
import type { SyncAnswer, SyncEntry, SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { maxHeldReceipts, type HeldReceipts } from '#src/protocol/recovery.ts';
import type { SignedDevice } from './signed-device.ts';

type Entry = SyncEntry & { envelope: Envelope };

/** A device's memory of its journal and sealed receipts, from which it resends on request. */
export class RememberingDevice {
  readonly device: SignedDevice;
  readonly #entries = new Map<number, Entry>();
  readonly #sealed = new Map<OpId, ShownReceipt>();

  readonly #token: string | undefined;

  /** `token`: of the person signed in on it. */
  constructor(device: SignedDevice, token?: string) {
    this.device = device;
    this.#token = token;
  }

  /** Sends these with their seals, and stores the results. */
  async send(entries: readonly Entry[]): Promise<SyncAnswer> {
    for (const entry of entries) this.#entries.set(entry.envelope.seq, entry);
    const answer = await this.device.sync(
      entries.map((entry) => ({ ...entry, sealed: this.#sealed.get(entry.envelope.opId) })),
      { lastSealed: this.newest(), heldReceipts: this.#held() },
      this.#token,
    );
    const hashOf = new Map(entries.map(({ envelope }) => [envelope.opId, envelope.hash]));
    for (const result of answer.results) this.#keep(result, hashOf.get(result.opId) ?? '');
    return answer;
  }

  /**
   * Reports, and sends the numbers that the server names as missing until it names none, or the same again.
   */
  async report(): Promise<SyncAnswer> {
    let answer = await this.send([]);
    let before = '';
    while (answer.device.missing.length > 0 && answer.device.missing.join() !== before) {
      before = answer.device.missing.join();
      answer = await this.send(answer.device.missing.flatMap((seq) => this.#entries.get(seq) ?? []));
    }
    return answer;
  }

  newest(): ShownReceipt | undefined {
    return [...this.#sealed.values()].toSorted(
      (a, b) => b.seal.epoch - a.seal.epoch || b.seal.position - a.seal.position,
    )[0];
  }

  #held(): HeldReceipts {
    const newest = this.newest();
    const ofNow = [...this.#entries].flatMap(([seq, { envelope }]) => {
      const sealed = this.#sealed.get(envelope.opId);
      return sealed && sealed.seal.epoch === newest?.seal.epoch ? [{ seq, state: sealed.state }] : [];
    });
    const seqsOf = (isRefused: boolean) =>
      ofNow
        .flatMap(({ seq, state }) => ((state === 'refused') === isRefused ? [seq] : []))
        .slice(-maxHeldReceipts);
    return { accepted: seqsOf(false), refused: seqsOf(true) };
  }

  #keep({ opId, state, refusal, seal }: SyncResult, hash: string): void {
    if (!seal || !isFinal(state)) return;
    this.#sealed.set(opId, { opId, hash, state, seal, ...(refusal ? { code: refusal.code } : {}) });
  }
}

function isFinal(state: SyncResult['state']): state is ShownReceipt['state'] {
  return state === 'accepted' || state === 'settled-with-overspend' || state === 'refused';
}
