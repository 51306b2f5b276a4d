import { Plus } from 'lucide-react';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';

/** Foot of a phone's last step: the next customer, with or without a voucher. */
export function NextTopUp({ onAgain }: { onAgain: () => void }) {
  return (
    <Zocalo>
      <Button variant="on-zocalo" size="money" wide icon={Plus} onClick={onAgain}>
        {texts.again}
      </Button>
    </Zocalo>
  );
}
