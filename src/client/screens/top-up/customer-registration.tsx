import { UserRoundPlus } from 'lucide-react';
import { customerRegistrationTexts as texts } from '#src/client/texts/top-up-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { maxLength } from '#src/contract/limits.ts';
import { useCustomerRegistration, type OnRegistered } from './use-customer-registration.ts';
import styles from './top-up.module.css';

interface CustomerRegistrationProps {
  /** Takes the new customer as the one to top up; absent while the form is locked. */
  onRegistered: OnRegistered | undefined;
}

export function CustomerRegistration({ onRegistered }: CustomerRegistrationProps) {
  const { name, setName, identification, setIdentification, error, busy, clear, submit } =
    useCustomerRegistration(onRegistered);
  return (
    <Panel className={styles.registration}>
      <h2>
        <Icon of={UserRoundPlus} size={28} />
        {texts.title}
      </h2>
      <p className={styles.hint}>{texts.hint}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className={styles.fields}>
          <Field
            label={texts.name}
            placeholder={texts.namePlaceholder}
            maxLength={maxLength.ownerName}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Field
            label={texts.identification}
            placeholder={texts.identificationPlaceholder}
            inputMode="numeric"
            maxLength={maxLength.identificacion}
            value={identification}
            onChange={(event) => setIdentification(event.target.value)}
          />
        </div>
        {error !== '' && <Notice kind="refused">{error}</Notice>}
        <div className={styles.buttons}>
          <Button variant="text" onClick={clear}>
            {texts.clear}
          </Button>
          <Button type="submit" variant="secondary" busy={busy} busyText={texts.submitting}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
