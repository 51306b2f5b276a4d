import { UserRoundPlus } from 'lucide-react';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { registerCustomer } from '#src/client/api/auth.ts';
import { customerRegistrationTexts as texts } from '#src/client/texts/top-up-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import { maxLength } from '#src/contract/limits.ts';
import type { User } from '#src/contract/user.ts';
import { failureText } from '../failure-text.ts';
import styles from './top-up.module.css';

interface CustomerRegistrationProps {
  /** Takes the new customer as the one to top up; absent while the form is locked. */
  onRegistered: ((user: User) => void) | undefined;
}

export function CustomerRegistration({ onRegistered }: CustomerRegistrationProps) {
  const [name, setName] = useState('');
  const [identification, setIdentification] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  function clear() {
    setName('');
    setIdentification('');
    setError('');
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || identification.trim() === '') {
      setError(texts.bothNeeded);
      return;
    }
    setError('');
    setBusy(true);
    const outcome = await registerCustomer({
      ownerName: name.trim().toLowerCase(),
      userType: 'USUARIO',
      identificacion: identification.trim(),
    });
    setBusy(false);
    if (outcome.kind !== 'ok') {
      setError(failureText(outcome));
      return;
    }
    showToast('success', texts.done);
    clear();
    onRegistered?.(outcome.data);
  }

  return (
    <Panel className={styles.registration}>
      <h2>
        <Icon of={UserRoundPlus} size={28} />
        {texts.title}
      </h2>
      <p className={styles.hint}>{texts.hint}</p>
      <form noValidate onSubmit={(event) => void submit(event)}>
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
