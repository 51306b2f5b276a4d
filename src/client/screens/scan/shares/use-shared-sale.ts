import { newOpId } from '#src/client/commands/new-id.ts';
import type { SharedSaleIntent } from '#src/client/commands/place-purchase.ts';
import type { Operation } from '#src/client/local/db/operation.ts';
import { useSaleOf } from '#src/client/local/live/live-outbox.ts';
import { refusalMessage } from '#src/client/shared/operation/refusal-message.ts';
import { useOpenSale } from '#src/client/shared/operation/use-answer.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { usePlacement } from '#src/client/shared/operation/use-placement.ts';
import { useResultSound } from '#src/client/shared/operation/use-result-sound.ts';
import { notedIn } from '#src/client/shared/sale/sale-lines.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { toAmount, type OpId } from '#src/contract/brands.ts';
import { maxShares } from '#src/contract/limits.ts';
import type { SaleLine } from '#src/contract/purchases/sale-line.ts';
import { useChargedVouchers } from '../scan-gate.ts';
import type { ScannedSale } from '../use-voucher-lookup.ts';
import { type CodeShare, sharesOf } from './shares.ts';

/** One sale paid by several vouchers, and its outcome: all shares are decided together. */
export function useSharedSale(codes: readonly ScannedSale[], price: number, lines: readonly SaleLine[]) {
  const stallId = useActor()?.id ?? '';
  const estanteName = usePlace().name;
  const placement = usePlacement<OpId[], { message: string }>(useCommands(), newOpIds);
  const { answer, busy } = placement;
  const operations = useSaleOf(placement.placed);
  useOpenSale(true);
  useResultSound(answer, placement.refusal !== null, {
    paid: ({ paid }) => paid(price),
    refused: ({ refused }) => refused(0),
    accepted: ({ accepted }) => accepted(price),
    pending: ({ pending }) => pending(price),
  });
  useChargedVouchers(codes, answer.kind);

  const charge = (): Promise<void> =>
    placement.place(async (commands, opIds) => {
      const shares = sharesOf(codes, price).map((share, n) => intended(share, opIds[n] ?? newOpId()));
      const [first, ...others] = shares;
      if (commands === null) return { message: saleTexts.storageFailed };
      if (!first) return null;
      const intent = { estanteId: stallId, estanteName, operatorId: stallId, ...notedIn(lines, price) };
      const result = await commands.placeSharedSale({ ...intent, shares: [first, ...others] });
      if (result.kind === 'saved') return result.opId;
      return { message: result.kind === 'refused' ? result.message : saleTexts.storageFailed };
    });

  const refusal =
    placement.refusal?.message ??
    (answer.kind === 'refused' ? whyRefused(operations, answer.operation) : null);
  return { charge, startAgain: placement.startAgain, answer, operations, refusal, busy };
}

function newOpIds(): OpId[] {
  return Array.from({ length: maxShares }, newOpId);
}

function intended({ code, price }: CodeShare, opId: OpId): SharedSaleIntent['shares'][0] {
  const voucher = code.kind === 'seen' ? code.voucher : null;
  return {
    opId,
    userId: code.ownerId,
    codeQrUuid: code.voucherId,
    price: toAmount(price),
    voucher,
    userName: voucher?.clientId.ownerName ?? '',
    proof: code.proof,
  };
}

/** The share that was refused gives the reason; the others report that another one failed. */
function whyRefused(operations: readonly Operation[], answered: Operation): string {
  const own = operations.find(({ status }) => status.lastError !== 'SHARE_REFUSED') ?? answered;
  return refusalMessage(own);
}
