import { GivePin } from '#src/client/shared/pin/give-pin.tsx';
import type { PinStep } from '#src/client/shared/pin/use-pin-step.ts';
import { pinTexts } from '#src/client/texts/vouchers/pin-texts.ts';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';

interface PhonePinProps {
  step: PinStep;
  stall: string;
  /** three misses: the page is read again, and says so */
  onBlocked: () => void;
}

/** On the customer's own phone, before the purchase. It needs the link: no phone keeps it. */
export function PhonePin({ step, stall, onBlocked }: PhonePinProps) {
  return (
    <Overlay label={pinTexts.type} look="bare" onClose={step.leave}>
      <GivePin step={step} at="phone" lead={pinTexts.payIn(stall)} onBlocked={onBlocked} />
    </Overlay>
  );
}
