import { Banknote, Check } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { topUpTexts as texts } from '#src/client/texts/counter/top-up-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Keypad, amountAfterKey } from '#src/client/ui/fields/keypad.tsx';
import { SearchForm } from '#src/client/shared/lists/search-field.tsx';
import { dateText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { offlineTexts } from '#src/client/texts/counter/offline-texts.ts';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { PublicUser } from '#src/contract/accounts/user.ts';
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

const quickAmounts = [10_000, 20_000, 50_000, 100_000];

export function AmountStep({ form }: { form: TopUpForm }) {
  const { customer, amount, setAmount, locked } = form;
  const withPad = useMedia('(max-width: 1023.98px)');
  const ready = customer !== null && !locked;
  return (
    <section className={`${styles.step} ${styles.amountStep}`}>
      <StepHead number={2} title={texts.amount} reached={customer !== null} />
      <AmountField
        label={texts.amountLabel}
        labelHidden
        symbol={currencySymbol()}
        amount={amount}
        onAmount={setAmount}
        max={maxTyped}
        disabled={!ready}
        clearable
        withPad={withPad}
      />
      {locked ? (
        <p className={styles.hint}>{form.answer.kind === 'accepted' ? texts.done : texts.locked}</p>
      ) : (
        <div className={styles.quick}>
          {quickAmounts.map((quick) => (
            <button
              key={quick}
              type="button"
              disabled={!ready}
              aria-pressed={quick === amount}
              onClick={() => setAmount(quick)}
            >
              {amountText(quick)}
            </button>
          ))}
        </div>
      )}
      {customer === null && <p className={styles.hint}>{texts.firstCustomer}</p>}
      {withPad && ready && <Keypad onKey={(key) => setAmount(amountAfterKey(amount, key, maxTyped))} />}
    </section>
  );
}

/** Whether a media query holds, followed as the screen turns. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

export function CustomerStep({ form }: { form: TopUpForm }) {
  const { query, search, locked } = form;

  return (
    <section className={styles.step}>
      <StepHead number={1} title={texts.customer} reached />
      <SearchForm
        texts={texts}
        className={styles.search}
        typed={query}
        onTyped={form.setQuery}
        onSearch={() => {
          if (!locked) void form.searchFor(query);
        }}
        isSearching={search.kind === 'searching'}
        readOnly={locked}
        takesFocus
      />
      <div aria-live="polite">
        {search.kind === 'found' && <FoundCustomer customer={search.customer} isHere={search.isHere} />}
        {search.kind === 'idle' && <p className={styles.hint}>{texts.searchHint}</p>}
        {search.kind === 'nobody' && (
          <p className={styles.nobody}>
            <b>{texts.nobody(search.query)}</b>
            {texts.nobodyHint}
          </p>
        )}
        {search.kind === 'failed' && <p className={styles.failed}>{search.message}</p>}
      </div>
    </section>
  );
}

function FoundCustomer({ customer, isHere }: { customer: PublicUser; isHere: boolean }) {
  return (
    <div className={styles.found}>
      <div>
        <p className={styles.name}>{personName(customer.ownerName)}</p>
        <p>{texts.identification(customer.identificacion)}</p>
        {!isHere && <p>{texts.registeredOn(dateText(customer.createAt))}</p>}
      </div>
      <Badge kind={isHere ? 'pending' : 'paid'}>{isHere ? offlineTexts.foundHere : texts.found}</Badge>
    </div>
  );
}
