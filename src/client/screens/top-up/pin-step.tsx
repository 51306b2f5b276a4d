import { KeyRound, ShieldCheck } from 'lucide-react';
import { lazy } from 'react';
import { Optional } from '#src/client/shared/problem/crash-guard.tsx';
import { pinTexts as texts } from '#src/client/texts/vouchers/pin-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import type { TopUpForm } from './use-top-up-form.ts';
import styles from './top-up.module.css';

const ChoosePinScreen = lazy(() =>
  import('#src/client/shared/pin/choose-pin.tsx').then((m) => ({ default: m.ChoosePinScreen })),
);

/** Whether the customer wants a PIN, before the cash; the customer types it on this screen. */
export function PinStep({ form }: { form: TopUpForm }) {
  const { pin, customer, amount, locked } = form;
  const ready = customer !== null && amount > 0;
  const isOpen = ready && !locked && !form.room.isFull;
  return (
    <section className={`${styles.step} ${styles.pinStep}`}>
      <StepHead
        number={3}
        title={isOpen ? texts.wish : texts.short}
        reached={ready}
        aside={locked ? texts[pin.chosen === '' ? 'no' : 'yes'] : undefined}
      />
      {isOpen && (
        <div className={`${styles.quick} ${styles.two}`} role="group" aria-label={texts.wish}>
          <button type="button" aria-pressed={!pin.isWanted} onClick={() => pin.wish(false)}>
            {texts.no}
          </button>
          <button type="button" aria-pressed={pin.isWanted} onClick={() => pin.wish(true)}>
            <Icon of={KeyRound} size={20} /> {texts.yes}
          </button>
        </div>
      )}
      {isOpen && pin.isWanted && <PinNote form={form} />}
      {pin.isAsked && customer !== null && (
        <Overlay label={texts.choose} look="bare" onClose={pin.leave}>
          <Optional fallback={<Loading />}>
            <ChoosePinScreen ownerName={customer.ownerName} onChosen={pin.choose} onWithout={pin.clear} />
          </Optional>
        </Overlay>
      )}
    </section>
  );
}

function PinNote({ form: { pin } }: { form: TopUpForm }) {
  if (pin.chosen === '') return <p className={styles.hint}>{texts.wishNote}</p>;
  return (
    <p className={styles.typedPin} role="status">
      <Icon of={ShieldCheck} size={20} />
      <span>
        {texts.typedByCustomer} {texts.beforePaper}
      </span>
      <Button variant="text" size="row" onClick={pin.ask}>
        {texts.typeAgain}
      </Button>
    </p>
  );
}
