import { KeyRound, Mail } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { Entrance } from '#src/client/shared/entrance/entrance.tsx';
import { NewPasswordFields, newPasswordErrors } from '#src/client/shared/entrance/new-password-fields.tsx';
import { type DraftField, useDraft } from '#src/client/shared/form/use-draft.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { loginTexts, userTypeTexts } from '#src/client/texts/accounts/login-texts.ts';
import { registrationErrorTexts } from '#src/client/texts/accounts/registration-texts.ts';
import { recoverTexts as texts } from '#src/client/texts/accounts/settings-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { passwordCalls } from '#src/contract/accounts/password-calls.ts';
import { signInTypes } from '#src/contract/accounts/user-type.ts';
import { maxLength, signInNameForm } from '#src/contract/limits.ts';
import styles from './recover.module.css';

const empty = { email: '', userType: '', code: '', password: '', again: '' };
type Draft = typeof empty;

const typeOptions = (['ESTANTE', 'RECARGA', 'GLOBAL_MARKET', 'PROVEEDOR', 'ADMIN'] as const).map((value) => ({
  value,
  label: userTypeTexts[value],
}));

/**
 * Reads the account and the one-time code after the # of a slip's link, and removes the code from the
 * address.
 */
function readSlip(): Draft {
  const { pathname, search, hash } = location;
  const asked = new URLSearchParams(search);
  const slip = {
    ...empty,
    email: asked.get('usuario') ?? '',
    userType: signInTypes.find((type) => type === asked.get('tipo')) ?? '',
    code: hash.slice(1),
  };
  if (slip.code !== '') history.replaceState(history.state, '', pathname);
  return slip;
}

/** Sets a new password with the one-time code that the approver passed on. */
export function RecoverScreen() {
  const [first] = useState(readSlip);
  const { draft, field, submitTo } = useDraft(first, errorsOf);
  const [state, setState] = useState<'typing' | 'sending' | 'done'>('typing');
  const [failure, setFailure] = useState('');

  async function send(): Promise<void> {
    const userType = signInTypes.find((type) => type === draft.userType);
    if (userType === undefined) return;
    setState('sending');
    setFailure('');
    const { email, code, password } = draft;
    const outcome = await callServer(passwordCalls.resetPassword, {
      body: {
        email: email.trim().toLowerCase(),
        userType,
        code: code.trim(),
        password,
      },
    });
    setState(outcome.kind === 'ok' ? 'done' : 'typing');
    if (outcome.kind !== 'ok') setFailure(failureText(outcome));
  }

  return (
    <Entrance>
      <h1 className={styles.title}>{texts.title}</h1>
      {state === 'done' ? (
        <div className="stack">
          <Notice kind="paid">{texts.done}</Notice>
          <Link to="/login" className={buttonClass({ wide: true })}>
            {texts.signIn}
          </Link>
        </div>
      ) : (
        <form className="stack" noValidate onSubmit={submitTo(() => void send())}>
          <p className="soft">
            {texts.intro} {texts.who}
          </p>
          <RecoverFields field={field} />
          {failure !== '' && <Notice kind="refused">{failure}</Notice>}
          <Button type="submit" wide busy={state === 'sending'} busyText={texts.saving}>
            {texts.save}
          </Button>
          <Link to="/login" className={styles.back}>
            {texts.signIn}
          </Link>
        </form>
      )}
    </Entrance>
  );
}

function RecoverFields({ field }: { field: (name: keyof Draft) => DraftField }) {
  return (
    <>
      <Field
        label={loginTexts.email}
        icon={Mail}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength.email}
        {...field('email')}
      />
      <SelectField
        label={loginTexts.userType}
        options={typeOptions}
        placeholder={loginTexts.userTypePlaceholder}
        {...field('userType')}
      />
      <Field
        label={texts.code}
        hint={texts.codeHint}
        icon={KeyRound}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...field('code')}
      />
      <NewPasswordFields field={field} />
    </>
  );
}

function errorsOf(draft: Draft): Partial<Draft> {
  const errors: Partial<Draft> = newPasswordErrors(draft);
  if (draft.email.trim() === '') errors.email = registrationErrorTexts.emailRequired;
  else if (!signInNameForm.test(draft.email.trim())) errors.email = registrationErrorTexts.emailFormat;
  if (draft.userType === '') errors.userType = texts.typeNeeded;
  if (draft.code.trim() === '') errors.code = texts.codeNeeded;
  return errors;
}
