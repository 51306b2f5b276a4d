import { Mail } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { codeSteps } from '#src/client/extra-sign-in.ts';
import type { CodeStepProps } from '#src/client/extra.ts';
import { Form, type FaultsOf, useForm } from '#src/client/form/form.tsx';
import { failureText } from '#src/client/queries/failure-text.ts';
import { scannedRole } from '#src/client/state/market-code.ts';
import { reloadWhenBack } from '#src/client/state/reload-when-back.ts';
import { useAuth } from '#src/client/state/session.ts';
import { loginTexts as texts, userTypeTexts } from '#src/client/texts/accounts/login-texts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { PasswordField } from '#src/client/ui/fields/password-field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import type { Login } from '#src/contract/accounts/login.ts';
import type { SignInType } from '#src/contract/accounts/user-type.ts';
import { maxLength } from '#src/contract/limits.ts';

/** The call's module is not needed until the person types, so it loads after the page is shown. */
const loadLogIn = () => import('#src/client/queries/log-in.ts');

/** A failure here is ignored: it recurs, and is shown, when the module is needed. */
function useLoadAhead(): void {
  useEffect(() => {
    loadLogIn().catch(() => undefined);
  }, []);
}

/** Keeps the entries except the password over a reload for a missing part of the page. */
const keptAt = 'login-draft';

const userTypes: readonly SignInType[] = ['ESTANTE', 'RECARGA', 'GLOBAL_MARKET', 'PROVEEDOR'];

const typeOptions = [
  { value: 'USUARIO', label: userTypeTexts.USUARIO, note: texts.unavailable },
  ...userTypes.map((value) => ({ value, label: userTypeTexts[value] })),
];

interface LoginFormProps {
  /** Presets the type, which is then not asked for. */
  userType?: SignInType;
  /** Shown when the server could not be reached and the device can be opened without it. */
  unreachable?: string | undefined;
  onSignedIn: () => void;
}

export function LoginForm({ userType, unreachable, onSignedIn }: LoginFormProps) {
  const { tries, field, faults, sendTo } = useForm(() => {
    const kept = JSON.parse(sessionStorage.getItem(keptAt) ?? '{}') as Partial<TypedLogin>;
    const { email = '', userType: before = '' } = kept;
    return { email, userType: userType ?? (before || scannedRole()), password: '' };
  }, missingOf);
  const { busy, error, isWaiting, clearError, logInWith, halfway } = useLogin(onSignedIn, unreachable);
  const isMissing = Object.keys(faults).length > 0;
  const hasEnded = useAuth().error === 'session-ended';
  useLoadAhead();
  useEffect(() => {
    sessionStorage.removeItem(keptAt);
  }, []);

  if (halfway) return <CodeSteps login={halfway} onSignedIn={onSignedIn} />;
  return (
    <Form
      tries={tries}
      className="stack"
      onSend={() => {
        clearError();
        sendTo((entry) => void logInWith(entry));
      }}
    >
      <Field
        label={texts.email}
        icon={Mail}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength.email}
        {...field('email')}
      />
      {userType === undefined && (
        <SelectField
          label={texts.userType}
          options={typeOptions}
          placeholder={texts.userTypePlaceholder}
          {...field('userType')}
        />
      )}
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        maxLength={maxLength.password}
        {...field('password')}
      />
      {error === '' && !isMissing && hasEnded && <Notice kind="pending">{texts.sessionEnded}</Notice>}
      {isMissing && <Notice kind="refused">{texts.missingField}</Notice>}
      {error !== '' && <Notice kind={isWaiting ? 'pending' : 'refused'}>{error}</Notice>}
      <Button type="submit" size="money" wide busy={busy} busyText={texts.submitting}>
        {texts.submit}
      </Button>
    </Form>
  );
}

function CodeSteps(props: CodeStepProps) {
  return (
    <Suspense>
      {codeSteps.map((Step, place) => (
        <Step key={place} {...props} />
      ))}
    </Suspense>
  );
}

const toastMs = 2000;
const redirectAfterMs = 500;

interface TypedLogin {
  email: string;
  password: string;
  userType: string;
}

function useLogin(onSignedIn: () => void, unreachable: string | undefined) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  /** The password was right, and a second code is required. */
  const [halfway, setHalfway] = useState<Login | null>(null);

  async function logInWith({ email, password, userType }: TypedLogin): Promise<void> {
    if (!isSignInType(userType)) return;
    setBusy(true);
    showToast('info', texts.submitting, toastMs);
    const body = { email: email.trim().toLowerCase(), password, userType };
    const loaded = await loadLogIn().catch(() => null);
    if (loaded === null) {
      setBusy(false);
      setError(unreachable ?? commonTexts.noConnection);
      sessionStorage.setItem(keptAt, JSON.stringify({ email, userType }));
      reloadWhenBack();
      return;
    }
    const { isIn, outcome } = await loaded.logIn(body);
    if (isIn) {
      setTimeout(onSignedIn, redirectAfterMs);
      return;
    }
    setBusy(false);
    setWaiting(outcome.kind === 'refused' && outcome.code === 'ACCOUNT_PENDING');
    if (outcome.kind === 'refused' && outcome.code === 'SECOND_FACTOR_NEEDED') setHalfway(body);
    else if (outcome.kind === 'ok') setError(commonTexts.unknownError);
    else if (outcome.kind === 'unreachable' && !outcome.message && unreachable) setError(unreachable);
    else setError(failureText(outcome));
  }

  return { busy, error, isWaiting, clearError: () => setError(''), logInWith, halfway };
}

function missingOf({ email, password, userType }: TypedLogin): FaultsOf<TypedLogin> {
  const { missing } = texts;
  return {
    ...(email.trim() === '' && { email: missing.email }),
    ...(!isSignInType(userType) && { userType: missing.userType }),
    ...(password === '' && { password: missing.password }),
  };
}

/** A type that the select offers, or ADMIN, which its own form presets. */
function isSignInType(value: string): value is SignInType {
  return value === 'ADMIN' || userTypes.some((type) => type === value);
}
