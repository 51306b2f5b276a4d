import { type SyncEntry, type SyncRequest, syncRequestSchema } from '#src/contract/sync/schemas.ts';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import type { SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { syncDevice } from '#src/server/journal/sync-device.ts';
import { SignedDevice } from './signed-device.ts';
import { author, entryAt, paidPaper, stallId, yamid } from './sync-entry.ts';
import { type Fault, syncServer } from './sync-server.ts';

const nobody = { inject: () => Promise.reject(new Error('no server')) };
const [uuid, clientId] = [
  toVoucherId('24684521-0000-4000-8000-000000000000'),
  'cccccccc-0000-4000-8000-000000000003',
];

/** A tablet of Rosalba's that has nothing to send. */
export function newDevice(): SignedDevice {
  const device = new SignedDevice(nobody);
  device.operatorId = stallId;
  device.now = () => new Date(entryAt);
  return device;
}

/** Its row on the server. */
export function rowOf({ id, publicKey }: SignedDevice, own: Partial<SyncDevice> = {}): SyncDevice {
  return { ...author, id, publicKey, ...own };
}

export function purchaseOf(device: SignedDevice) {
  const sale = {
    userId: clientId,
    codeQrUuid: uuid,
    price: toAmount(500),
    estanteId: stallId,
    by: 'stall' as const,
  };
  return device.write('purchase', sale);
}

export function registrationOf(device: SignedDevice) {
  const registration = { ownerName: 'Luz', identificacion: 'CC 1' };
  return device.writeCustomer(registration, clientId, { operatorId: yamid.id });
}

/** A voucher known to every caller, and the results of its purchases. */
export function paying(
  answer: { kind?: string; receipt?: object; replayed?: boolean } = {
    kind: 'done',
    receipt: paidPaper,
    replayed: false,
  },
) {
  return {
    knownVouchers: (ids: readonly string[]) => Promise.resolve(new Set(ids) as never),
    postPurchase: () => Promise.resolve(answer as never),
    postPaidPurchases: (entries: readonly { op: string }[]) =>
      Promise.resolve(
        new Map(answer.kind === 'done' ? entries.map(({ op }) => [op, answer.receipt]) : []) as never,
      ),
  };
}

export type Contact = {
  device?: SignedDevice;
  own?: Partial<SyncDevice>;
  devices?: SyncDevice[];
  tx?: Partial<SyncTransaction>;
  faults?: Fault[];
  change?: object;
  signedIn?: string | null;
  maxPerTransaction?: number;
};

/** Makes one contact of a tablet with these entries. */
export async function contact(entries: readonly SyncEntry[], given: Contact = {}) {
  const { device = newDevice(), own = {}, devices = [], tx, faults, change = {} } = given;
  const server = syncServer([rowOf(device, own), ...devices], tx, faults);
  const body = JSON.parse(JSON.stringify(device.request(entries, change))) as unknown;
  const request: SyncRequest = syncRequestSchema.parse(body);
  const deps = { ...server.deps, maxPerTransaction: given.maxPerTransaction ?? 25 };
  const answer = await syncDevice(deps, request, given.signedIn ?? null);
  const writes = (verb: string) =>
    server
      .written()
      .filter((one) => one.verb === verb)
      .map((one) => one.given);
  return { ...server, device, writes, answer };
}

/** Makes an answered contact. `enrolled`: the device's state in the answer. */
export async function heard(entries: readonly SyncEntry[], given: Contact = {}) {
  const { answer, ...rest } = await contact(entries, given);
  if (!answer.ok) throw new Error(answer.code);
  const { device: enrolled, ...value } = answer.value;
  return { ...value, ...rest, enrolled };
}
