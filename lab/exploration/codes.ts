import type { SimTab } from '#lab/simulation/world/device.ts';
import { toAmount, toOpId, toVoucherId } from '#src/contract/brands.ts';

/** Amount of every code that the kiosk issues, smallest unit shown. */
export const face = 10_000;

const customerId = '00000000-0000-4000-8000-00000000c001';
export const registrationId = toOpId('00000000-0000-4000-8000-00000000a000');
export const firstTopUp = {
  opId: toOpId('00000000-0000-4000-8000-00000000a001'),
  uuid: toVoucherId('00000000-0000-4000-8000-00000000b001'),
};
/** Issues a code to the one customer; the registration is the same however often it is requested. */
export async function sellPaper(
  tab: SimTab,
  operatorId: string,
  { opId, uuid }: typeof firstTopUp,
): Promise<void> {
  await tab.commands.registerCustomer({
    opId: registrationId,
    clientId: customerId,
    operatorId,
    ownerName: 'rosa',
    identificacion: 'CC 1000001',
  });
  const result = await tab.commands.placeTopUp({
    opId,
    payload: { monto: toAmount(face), uuid, clientId: customerId },
    operatorId,
    label: { userName: 'rosa' },
  });
  if (result.kind === 'saved') await result.decision;
}
