import { KeyRound, Mail } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { Entrance } from '#src/client/form/entrance/entrance.tsx';
import { newPasswordFields } from '#src/client/form/entrance/new-password-fields.ts';
import { Fields, faultsOf, type FormField } from '#src/client/form/fields.tsx';
import { Form, useForm } from '#src/client/form/form.tsx';
import { failureText } from '#src/client/queries/failure-text.ts';
import { loginTexts, userTypeTexts } from '#src/client/texts/accounts/login-texts.ts';
import { registrationErrorTexts } from '#src/client/texts/accounts/registration-texts.ts';
import { recoverTexts as texts } from '#src/client/texts/accounts/settings-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { passwordCalls } from '#src/contract/accounts/password-calls.ts';
import { signInTypes } from '#src/contract/accounts/user-type.ts';
import { maxLength, signInNameForm } from '#src/contract/limits.ts';

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
  const draft = useForm(first, (contents) => faultsOf(fieldsOf(contents), contents));
  const [state, setState] = useState<'typing' | 'sending' | 'done'>('typing');
  const [failure, setFailure] = useState('');

  async function send({ email, code, password, ...contents }: Draft): Promise<void> {
    const userType = signInTypes.find((type) => type === contents.userType);
    if (userType === undefined) return;
    setState('sending');
    setFailure('');
    const outcome = await callServer(passwordCalls.resetPassword, {
      body: { email: email.trim().toLowerCase(), userType, code: code.trim(), password },
    });
    setState(outcome.kind === 'ok' ? 'done' : 'typing');
    if (outcome.kind !== 'ok') setFailure(failureText(outcome));
  }

  return (
    <Entrance>
      <h1>{texts.title}</h1>
      {state === 'done' ? (
        <div className="stack">
          <Notice kind="paid">{texts.done}</Notice>
          <Link to="/login" className={buttonClass({ wide: true })}>
            {texts.signIn}
          </Link>
        </div>
      ) : (
        <Form
          tries={draft.tries}
          className="stack"
          onSend={() => draft.sendTo((contents) => void send(contents))}
        >
          <p className="soft">
            {texts.intro} {texts.who}
          </p>
          <Fields of={draft} fields={fieldsOf(draft.contents)} />
          {failure !== '' && <Notice kind="refused">{failure}</Notice>}
          <Button type="submit" wide busy={state === 'sending'} busyText={texts.saving}>
            {texts.save}
          </Button>
          <Link to="/login" className="link-button">
            {texts.signIn}
          </Link>
        </Form>
      )}
    </Entrance>
  );
}

function fieldsOf(draft: Draft): FormField<Draft>[] {
  const email = draft.email.trim();
  return [
    {
      kind: 'text',
      name: 'email',
      label: loginTexts.email,
      icon: Mail,
      inputMode: 'email',
      autoComplete: 'username',
      autoCapitalize: 'none',
      spellCheck: false,
      maxLength: maxLength.email,
      wrong: registrationErrorTexts.emailRequired,
      fault: email === '' || signInNameForm.test(email) ? undefined : registrationErrorTexts.emailFormat,
    },
    {
      kind: 'choice',
      name: 'userType',
      label: loginTexts.userType,
      options: typeOptions,
      placeholder: loginTexts.userTypePlaceholder,
      wrong: texts.typeNeeded,
    },
    {
      kind: 'text',
      name: 'code',
      label: texts.code,
      hint: texts.codeHint,
      icon: KeyRound,
      autoCapitalize: 'characters',
      spellCheck: false,
      maxLength: 20,
      wrong: texts.codeNeeded,
    },
    ...newPasswordFields(draft),
  ];
}
