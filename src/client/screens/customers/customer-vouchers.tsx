import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useState } from 'react';
import { IssuedVoucher } from '#src/client/shared/voucher/issued-voucher.tsx';
import { customerTexts as texts, voucherCareTexts } from '#src/client/texts/office/customers-texts.ts';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import type { CustomerDetail } from '#src/contract/accounts/customer.ts';
import type { TopUpReceipt } from '#src/contract/money/top-up.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { BlockVoucher, ExpireVoucher, ReissueVoucher, UnblockVoucher } from './voucher-dialogs.tsx';
import { type HeldVoucher, type VoucherCare, VoucherTable } from './voucher-table.tsx';
import listStyles from '#src/client/shared/lists/lists.module.css';

interface CustomerVouchersProps {
  detail: CustomerDetail;
  userType: UserType;
}

/** Codes of the customer, and what is done with one that is lost or too old. */
export function CustomerVouchers({ detail, userType }: CustomerVouchersProps) {
  const staleAfter = useStaleAfter();
  const [asked, setAsked] = useState<{ care: VoucherCare; voucher: HeldVoucher } | null>(null);
  const [issued, setIssued] = useState<TopUpReceipt | null>(null);
  const close = () => setAsked(null);
  const done = () => {
    close();
    void staleAfter('voucher changed');
  };
  if (issued !== null)
    return <IssuedVoucher receipt={issued} again={voucherCareTexts.done} onAgain={() => setIssued(null)} />;
  return (
    <>
      {detail.vouchers.length === 0 ? (
        <EmptyState drawing="no-code" title={texts.noVouchersTitle}>
          <p>{texts.noVouchers}</p>
        </EmptyState>
      ) : (
        <div className={listStyles.sheet}>
          <VoucherTable
            vouchers={detail.vouchers}
            userType={userType}
            onCare={(care, voucher) => setAsked({ care, voucher })}
          />
        </div>
      )}
      {asked?.care === 'block' && <BlockVoucher voucher={asked.voucher} onNo={close} onDone={done} />}
      {asked?.care === 'unblock' && <UnblockVoucher voucher={asked.voucher} onNo={close} onDone={done} />}
      {asked?.care === 'expire' && <ExpireVoucher voucher={asked.voucher} onNo={close} onDone={done} />}
      {asked?.care === 'reissue' && (
        <ReissueVoucher
          voucher={asked.voucher}
          onNo={close}
          onDone={(receipt) => {
            done();
            setIssued(receipt);
          }}
        />
      )}
    </>
  );
}
