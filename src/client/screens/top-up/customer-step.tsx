import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { dateText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { offlineTexts } from '#src/client/texts/counter/offline-texts.ts';
import { topUpTexts as texts } from '#src/client/texts/counter/top-up-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { PublicUser } from '#src/contract/accounts/user.ts';
import type { TopUpForm } from './use-top-up-form.ts';
import styles from './top-up.module.css';

export function CustomerStep({ form }: { form: TopUpForm }) {
  const { query, search, locked } = form;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!locked) void form.searchFor(query);
  }

  return (
    <section className={styles.step}>
      <StepHead number={1} title={texts.customer} reached />
      <form className={styles.search} role="search" onSubmit={submit}>
        <Field
          label={texts.searchLabel}
          labelHidden
          icon={Search}
          placeholder={texts.searchLabel}
          maxLength={60}
          autoCapitalize="none"
          spellCheck={false}
          ref={focusOnMount}
          readOnly={locked}
          value={query}
          onChange={(event) => form.setQuery(event.target.value)}
        />
        <Button type="submit" busy={search.kind === 'searching'} busyText={texts.searching}>
          {texts.search}
        </Button>
      </form>
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
