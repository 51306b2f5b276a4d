import { Banknote, Check } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { topUpTexts as texts } from '#src/client/texts/counter/top-up-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import type { TopUpForm } from './use-top-up-form.ts';
import styles from './top-up.module.css';

/** The cash is counted before the button is pressed; the zócalo repeats the amount. */
export function CashStep({ form }: { form: TopUpForm }) {
  const { customer, amount, locked, busy, problem, answer } = form;
  const ready = customer !== null && amount > 0;
  const shown = amountText(amount);
  return (
    <>
      <section className={`${styles.step} ${styles.cash}`}>
        <StepHead
          number={3}
          title={texts.cash}
          reached={ready}
          aside={
            ready ? (
              <>
                {locked ? texts.received : texts.count} <b>{shown}</b>
              </>
            ) : (
              texts.cashBefore
            )
          }
        />
        {problem !== '' && <Notice kind="refused">{problem}</Notice>}
      </section>
      <Zocalo place="panel">
        <div className={styles.preview}>
          <p>{texts.preview}</p>
          <output>{shown}</output>
        </div>
        {answer.kind === 'accepted' ? (
          <p className={styles.submitted}>
            <Icon of={Check} size={28} />
            {texts.submitted}
          </p>
        ) : (
          <Button
            variant="on-zocalo"
            size="money"
            icon={Banknote}
            className={styles.submit}
            disabled={!ready || (locked && !busy)}
            busy={busy}
            onClick={() => void form.place()}
          >
            {texts.submit}
          </Button>
        )}
      </Zocalo>
    </>
  );
}
