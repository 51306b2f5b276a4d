import { isEnrolled } from '#src/client/local/device/enrolment.ts';
import { dropRequest, type NewOperator } from '#src/client/local/device/operators.ts';
import type { LastAnswer } from '#src/client/local/offline/cache-db.ts';
import { noteBalances } from '#src/client/local/offline/known-balance.ts';
import { markRecoverySeen } from '#src/client/local/second/recovery-notice.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { acceptOffline, takeBack, withdrawPurchase } from '#src/operations/acceptance/place.ts';
import {
  type CustomerRegistrationIntent,
  findCustomer,
  registerCustomer,
  keptCustomers,
  rememberServed,
} from '#src/operations/customer/place.ts';
import { placePurchase, type PurchaseIntent } from '#src/operations/purchase/place.ts';
import { noteVoidedTopUp, placeTopUpVoid, type TopUpVoidIntent } from '#src/operations/top-up-void/place.ts';
import { placeTopUp, type TopUpIntent, issueOffline, previewIssue } from '#src/operations/top-up/place.ts';
import { noteVoidedPurchase } from '#src/operations/void/place.ts';
import type { OpId, Pesos } from '#src/protocol/brands.ts';
import { byDevice } from './copy-decided.ts';
import { awaitApproval, choosePin, finishEnrolment, prepareEnrolment, tryPin } from './enrol-device.ts';
import { createHolderCommands } from './holder-commands.ts';
import { exportOutbox, importOutbox } from './outbox-file.ts';
import { markRefusalSeen } from './place-operation.ts';
import type { CommandPorts } from './ports.ts';
import { type PreviewedCode, previewOfflinePurchase } from './preview-offline-purchase.ts';

/** A person's actions on this device. Screens, tests and the simulator use this same object. */
export function createCommands(ports: CommandPorts) {
  return {
    ...createHolderCommands(ports),
    placePurchase: (intent: PurchaseIntent) =>
      placePurchase(ports, intent, byDevice(ports, intent.payload.by === 'stall' ? acceptOffline : null)),
    placeTopUp: (intent: TopUpIntent) => placeTopUp(ports, intent),
    /** A person decides again about an undecided sale. */
    accept: (opId: OpId) => acceptOffline(ports, opId),
    /** A person reports that nothing was handed over. */
    withdraw: (opId: OpId) => withdrawPurchase(ports, opId),
    takeBack: (opId: OpId) => takeBack(ports, opId),
    /** Issues the voucher of an undecided top-up. */
    issue: (opId: OpId) => issueOffline(ports, opId),
    /** Returns the cash of a top-up, at once when the server does not know it yet. */
    placeTopUpVoid: (intent: TopUpVoidIntent) => placeTopUpVoid(ports, intent),
    /** Records a void that the server made at the screen's request. */
    noteVoidedTopUp: (intent: TopUpVoidIntent) => noteVoidedTopUp(ports, intent),
    /** Records a void of this stall's sale that the server made at the screen's request. */
    noteVoidedPurchase: (purchaseOpId: OpId) => noteVoidedPurchase(ports, purchaseOpId),
    /** Returns whether this device decides without a link, as its database says: a screen learns it later. */
    isEnrolled: () => isEnrolled(ports.db),
    previewPurchase: (code: PreviewedCode) => previewOfflinePurchase(ports, code),
    previewTopUp: (monto: Pesos, pointId: string) => previewIssue(ports, monto, pointId),
    rememberBalance: (voucher: ReadVoucher) => rememberBalance(ports, voucher),
    registerCustomer: (intent: CustomerRegistrationIntent) => registerCustomer(ports, intent),
    findCustomer: (query: string) => findCustomer(ports, query),
    keptCustomers: () => keptCustomers(ports),
    readAnswer: (id: string) => ports.cache.readAnswer(id),
    keepAnswer: (answer: LastAnswer) => ports.cache.keepAnswer(answer),
    rememberServed: (customer: PublicUser & { email?: string }) => rememberServed(ports, customer),
    markRefusalSeen: (opId: OpId) => markRefusalSeen(ports, opId),
    markRecoverySeen: () => markRecoverySeen(ports.db),
    /** Resolves to true when this browser has a second copy that can be written now. */
    checkSecondCopy: () => ports.secondCopy.keep([]),
    exportOutbox: () => exportOutbox(ports),
    importOutbox: (text: string) => importOutbox(ports, text),
    prepareEnrolment: () => prepareEnrolment(ports),
    /** Returns the verifier of a new PIN, for enrolment. */
    choosePin: (pin: string) => choosePin(ports, pin),
    finishEnrolment: (name: string, operator: NewOperator) => finishEnrolment(ports, name, operator),
    awaitApproval: (name: string, operator: NewOperator & { digits: string }) =>
      awaitApproval(ports, name, operator),
    dropRequest: (operatorId: string) => dropRequest(ports.db, operatorId),
    tryPin: (operatorId: string, pin: string) => tryPin(ports, operatorId, pin),
  };
}

export type Commands = ReturnType<typeof createCommands>;

type ReadVoucher = Pick<VoucherView, 'uuid' | 'monto' | 'status' | 'readAt'>;

/**
 * Stores the balance of a look-up, because the link may be gone a second later. It is dated by the server; an
 * undated balance could displace a later receipt and is not stored.
 */
async function rememberBalance(
  { db }: CommandPorts,
  { uuid, monto, status, readAt }: ReadVoucher,
): Promise<void> {
  if (!readAt || !(await db.device.get('self'))) return;
  const { serverTime, epoch, position } = readAt;
  const balance = status ? monto : 0;
  await noteBalances(db, [{ voucherId: uuid, balance, asOf: Date.parse(serverTime), epoch, position }]);
}
