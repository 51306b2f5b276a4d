import { Mail } from 'lucide-react';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { codeSteps } from '#src/client/extra-sign-in.ts';
import type { CodeStepProps } from '#src/client/shared/extra.ts';
import { scannedRole } from '#src/client/shared/market-code.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { reloadWhenBack } from '#src/client/shared/problem/reload-when-back.ts';
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
import styles from './login.module.css';

/** The call's module is not needed until the person types, so it loads after the page is shown. */
const loadLogIn = () => import('#src/client/shared/entrance/log-in.ts');

/** A failure here is ignored: it recurs, and is shown, when the module is needed. */
function useLoadAhead(): void {
  useEffect(() => {
    loadLogIn().catch(() => undefined);
  }, []);
}

/** Keeps the entries except the password over a reload for a missing part of the page. */
const draft = {
  key: 'login-draft',
  keep(entry: Omit<LoginEntry, 'password'>): void {
    sessionStorage.setItem(draft.key, JSON.stringify(entry));
  },
  clear(): void {
    sessionStorage.removeItem(draft.key);
  },
  read(): Omit<LoginEntry, 'password'> {
    const stored = sessionStorage.getItem(draft.key);
    return stored === null
      ? { email: '', userType: '' }
      : (JSON.parse(stored) as Omit<LoginEntry, 'password'>);
  },
};

const userTypes: readonly SignInType[] = ['ESTANTE', 'RECARGA', 'GLOBAL_MARKET', 'PROVEEDOR'];

const typeOptions = [
  { value: 'USUARIO', label: userTypeTexts.USUARIO, note: commonTexts.unavailable },
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
  const [kept] = useState(draft.read);
  const [email, setEmail] = useState(kept.email);
  const [chosenType, setChosenType] = useState<string>(() => userType ?? (kept.userType || scannedRole()));
  const [password, setPassword] = useState('');
  const { busy, error, isWaiting, logInWith, halfway } = useLogin(onSignedIn, unreachable);
  const [isTried, setTried] = useState(false);
  const missing = missingOf({ email, password, userType: chosenType });
  const wrong = (name: keyof LoginEntry) =>
    isTried && missing.includes(name) ? texts.missing[name] : undefined;
  const hasEnded = useAuth().error === 'session-ended';
  useLoadAhead();
  useEffect(() => {
    draft.clear();
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const [first] = missing;
    if (first !== undefined) event.currentTarget.querySelector<HTMLElement>(`[name='${first}']`)?.focus();
    void logInWith({ email, password, userType: chosenType });
  }

  if (halfway) return <CodeSteps login={halfway} onSignedIn={onSignedIn} />;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={texts.email}
        icon={Mail}
        inputMode="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength.email}
        value={email}
        error={wrong('email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      {userType === undefined && (
        <SelectField
          label={texts.userType}
          name="userType"
          options={typeOptions}
          placeholder={texts.userTypePlaceholder}
          value={chosenType}
          error={wrong('userType')}
          onChange={(event) => setChosenType(event.target.value)}
        />
      )}
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        maxLength={maxLength.password}
        value={password}
        error={wrong('password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error === '' && hasEnded && <Notice kind="pending">{texts.sessionEnded}</Notice>}
      <Problem error={error} isWaiting={isWaiting} missing={missing.length} />
      <Button type="submit" className={styles.submit} wide busy={busy} busyText={texts.submitting}>
        {texts.submit}
      </Button>
    </form>
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

interface ProblemProps {
  error: string;
  /** The account waits for an approval: nothing was entered wrongly. */
  isWaiting: boolean;
  missing: number;
}

/** Reason of the last failure. The message about missing fields disappears once all are filled. */
function Problem({ error, isWaiting, missing }: ProblemProps) {
  if (error !== texts.missingField)
    return error !== '' && <Notice kind={isWaiting ? 'pending' : 'refused'}>{error}</Notice>;
  return missing > 0 && <Notice kind="refused">{error}</Notice>;
}

const toastMs = 2000;
const redirectAfterMs = 500;

interface LoginEntry {
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

  async function logInWith({ email, password, userType }: LoginEntry): Promise<void> {
    if (missingOf({ email, password, userType }).length > 0 || !isSignInType(userType)) {
      setError(texts.missingField);
      return;
    }
    setError('');
    setBusy(true);
    showToast('info', texts.submitting, toastMs);
    const body = { email: email.trim().toLowerCase(), password, userType };
    const loaded = await loadLogIn().catch(() => null);
    if (loaded === null) {
      setBusy(false);
      setError(unreachable ?? commonTexts.noConnection);
      draft.keep({ email, userType });
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

  return { busy, error, isWaiting, logInWith, halfway };
}

/** Returns the missing fields in the order of the form. */
function missingOf({ email, password, userType }: LoginEntry): (keyof LoginEntry)[] {
  const fields = { email: email.trim() !== '', userType: isSignInType(userType), password: password !== '' };
  return (['email', 'userType', 'password'] as const).filter((name) => !fields[name]);
}

/** A type that the select offers, or ADMIN, which its own form presets. */
function isSignInType(value: string): value is SignInType {
  return value === 'ADMIN' || userTypes.some((type) => type === value);
}
