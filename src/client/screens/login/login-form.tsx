import { Mail } from 'lucide-react';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { maxLength } from '#src/contract/limits.ts';
import type { SignInType } from '#src/contract/user-type.ts';
import { useAuth } from '#src/client/state/session.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { loginTexts } from '#src/client/texts/login-texts.ts';
import { userTypeTexts } from '#src/client/texts/user-type-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { PasswordField } from '#src/client/ui/password-field.tsx';
import { SelectField } from '#src/client/ui/select-field.tsx';
import { useLogin } from './use-login.ts';
import styles from './login.module.css';

const userTypeOptions = [
  { value: 'USUARIO', label: userTypeTexts.USUARIO, note: commonTexts.unavailable },
  { value: 'ESTANTE', label: userTypeTexts.ESTANTE },
  { value: 'RECARGA', label: userTypeTexts.RECARGA },
  { value: 'GLOBAL_MARKET', label: userTypeTexts.GLOBAL_MARKET },
  { value: 'PROVEEDOR', label: userTypeTexts.PROVEEDOR },
];

interface LoginFormProps {
  /** Fixes the type, which is then not asked for. */
  userType?: SignInType;
  onSignedIn: () => void;
}

export function LoginForm({ userType, onSignedIn }: LoginFormProps) {
  const [email, setEmail] = useState('');
  const [chosenType, setChosenType] = useState<string>(userType ?? '');
  const [password, setPassword] = useState('');
  const { busy, error, logInWith } = useLogin(onSignedIn);
  const hasEnded = useAuth().error === 'session-ended';

  function submit(event: FormEvent) {
    event.preventDefault();
    void logInWith({ email, password, userType: chosenType });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={loginTexts.email}
        icon={Mail}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength.email}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {userType === undefined && (
        <SelectField
          label={loginTexts.userType}
          name="userType"
          options={userTypeOptions}
          placeholder={loginTexts.userTypePlaceholder}
          value={chosenType}
          onChange={(event) => setChosenType(event.target.value)}
        />
      )}
      <PasswordField
        label={loginTexts.password}
        name="password"
        autoComplete="current-password"
        maxLength={maxLength.password}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error === '' && hasEnded && <Notice kind="pending">{loginTexts.sessionEnded}</Notice>}
      {error !== '' && <Notice kind="refused">{error}</Notice>}
      <Button type="submit" className={styles.submit} wide busy={busy} busyText={loginTexts.submitting}>
        {loginTexts.submit}
      </Button>
    </form>
  );
}
