import type { ReactNode } from 'react';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { BlockedVoucher } from './blocked-voucher.tsx';
import { SpentVoucher } from './spent-voucher.tsx';

interface EndedVoucherProps {
  voucher: VoucherView;
  /** for the other ends, which one sentence tells */
  children: ReactNode;
}

/** A voucher that pays no more: what became of it and what its holder can do. */
export function EndedVoucher({ voucher, children }: EndedVoucherProps) {
  if (voucher.state === 'SPENT') return <SpentVoucher voucher={voucher} />;
  return voucher.state === 'BLOCKED' ? <BlockedVoucher voucher={voucher} /> : children;
}
