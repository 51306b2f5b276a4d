import type { Operation } from '#src/client/local/operation.ts';
import type { TopUpReceipt } from '#src/contract/top-up.ts';
import type { PublicUser } from '#src/contract/user.ts';
import { voucherLink } from '#src/domain/voucher-link.ts';

/** What this kiosk handed out without a link, in the form of a receipt; the server's own replaces it. null: it did not. */
export function issuedReceipt(
  { envelope, fate, label }: Operation,
  customer: PublicUser | null,
): TopUpReceipt | null {
  if (envelope?.kind !== 'top-up' || fate.offline?.kind !== 'issued') return null;
  const { uuid, monto, clientId } = envelope.payload;
  return {
    _id: '',
    identification: customer?.identificacion ?? '',
    ownerName: label?.userName ?? '',
    status: true,
    createAt: envelope.occurredAt,
    urlCodeQr: `${voucherLink(location.origin, clientId, uuid)}#${fate.offline.proof}`,
    message: '',
    monto,
    uuid,
  };
}
