import { Combine } from 'lucide-react';
import { useState } from 'react';
import { JoinVouchers } from '#src/client/money/voucher/join-vouchers.tsx';
import { useCustomer } from '#src/client/queries/customers.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { joinTexts as texts } from '#src/client/texts/vouchers/join-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';

interface JoinMadeProps {
  made: VoucherId;
  customerId: string;
  onJoined: (receipt: TopUpReceipt) => void;
}

/**
 * Offers to join the new voucher with the customer's others. Renders nothing without others or without a
 * link.
 */
export function JoinMade({ made, customerId, onJoined }: JoinMadeProps) {
  const userType = useSessionUser()?.userType;
  const [isOpen, setOpen] = useState(false);
  const staleAfter = useStaleAfter();
  const { data } = useCustomer(customerId);
  const code = shortCodeOf(made);
  const others = data?.vouchers.filter(({ status, shortCode }) => status && shortCode !== code) ?? [];
  if (userType === undefined || data === undefined || others.length === 0) return null;
  return (
    <>
      <Button
        variant="text"
        size="row"
        icon={Combine}
        onClick={() => {
          // The cached customer may be older than the voucher.
          void staleAfter('voucher changed').then(() => setOpen(true));
        }}
      >
        {texts.withOthers(others.length)}
      </Button>
      {isOpen && (
        <JoinVouchers
          detail={data}
          userType={userType}
          made={made}
          onNo={() => setOpen(false)}
          onDone={(receipt) => {
            setOpen(false);
            void staleAfter('voucher changed');
            onJoined(receipt);
          }}
        />
      )}
    </>
  );
}
