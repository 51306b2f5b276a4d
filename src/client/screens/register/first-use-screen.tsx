import { Mail, Phone, User } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { Entrance } from '#src/client/form/entrance/entrance.tsx';
import { Form, useForm } from '#src/client/form/form.tsx';
import {
  firstUseTexts as texts,
  registrationTexts as labels,
} from '#src/client/texts/accounts/registration-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { PasswordField } from '#src/client/ui/fields/password-field.tsx';
import { registrationCalls } from '#src/contract/accounts/registration-calls.ts';
import { maxLength } from '#src/contract/limits.ts';
import { accountErrors, useRegistration } from './registration-form.ts';

const emptyAccount = { ownerName: '', email: '', phone: '', password: '', passwordConfirm: '' };
type Account = typeof emptyAccount;

export function FirstUseScreen() {
  const token = useSearchParams()[0].get('token') ?? '';
  const link = useSetupLink(token);
  return (
    <Entrance narrow={link !== 'serves'}>
      {link === 'asking' && <Loading />}
      {link === 'serves' && <FirstUseForm token={token} />}
      {link !== 'asking' && link !== 'serves' && (
        <>
          <h1>{texts.title}</h1>
          <EmptyState drawing="lock" title={texts.noTokenTitle} mustAct>
            <p>{link === 'none' ? texts.noToken : texts.usedToken}</p>
          </EmptyState>
        </>
      )}
    </Entrance>
  );
}

/**
 * Checks whether the link is still valid before the form is filled in. Without an answer the form is shown,
 * and sending it reports the error.
 */
function useSetupLink(token: string): 'none' | 'asking' | 'serves' | 'used' {
  const [refused, setRefused] = useState<boolean | null>(null);
  useEffect(() => {
    if (token === '') return undefined;
    let live = true;
    const ask = async () => {
      const answer = await callServer(registrationCalls.checkSetupLink, { body: { token } });
      const isWrong = (code: string) => code === 'SETUP_LINK_INVALID' || code === 'INVALID_REQUEST';
      if (live) setRefused(answer.kind === 'refused' && isWrong(answer.code));
    };
    void ask();
    return () => {
      live = false;
    };
  }, [token]);
  if (token === '') return 'none';
  if (refused === null) return 'asking';
  return refused ? 'used' : 'serves';
}

function FirstUseForm({ token }: { token: string }) {
  const { busy, error, send } = useRegistration();
  const { tries, field, sendTo } = useForm(emptyAccount, accountErrors);
  async function submit(form: Account) {
    const account = { ...form, ownerName: form.ownerName.trim(), email: form.email.trim().toLowerCase() };
    await send(
      () =>
        callServer(registrationCalls.createFirstAdmin, {
          body: { ...account, phone: form.phone.trim(), token },
        }),
      '/login/administrador',
    );
  }
  const text = (name: 'ownerName' | 'email' | 'phone') => ({
    label: labels[name],
    maxLength: maxLength[name],
    ...field(name),
  });
  const secret = (name: 'password' | 'passwordConfirm') => ({
    label: labels[name],
    maxLength: maxLength.password,
    autoComplete: 'new-password',
    ...field(name),
  });
  return (
    <>
      <header>
        <h1>{texts.title}</h1>
        <p className="soft">{texts.intro}</p>
      </header>
      <Form tries={tries} className="stack halves" onSend={() => sendTo((account) => void submit(account))}>
        <Field {...text('ownerName')} icon={User} autoComplete="name" />
        <Field {...text('email')} icon={Mail} type="email" autoComplete="email" autoCapitalize="none" />
        <Field {...text('phone')} icon={Phone} type="tel" inputMode="numeric" />
        <PasswordField {...secret('password')} hint={labels.passwordHint} />
        <PasswordField {...secret('passwordConfirm')} />
        <div className="stack across">
          {error !== '' && <Notice kind="refused">{error}</Notice>}
          <Button type="submit" busy={busy} busyText={texts.sending}>
            {texts.submit}
          </Button>
        </div>
      </Form>
    </>
  );
}
