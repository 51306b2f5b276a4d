import { CreditCard, Hash, type LucideIcon, Mail, Phone, Store, User } from 'lucide-react';
import { Fragment, lazy, useState } from 'react';
import { useNavigate, Navigate } from 'react-router-dom';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { ConsentField } from '#src/client/form/consent-field.tsx';
import { CopyCode } from '#src/client/form/copy-code.tsx';
import { DocumentField } from '#src/client/form/document-field.tsx';
import { Entrance } from '#src/client/form/entrance/entrance.tsx';
import { Form, type Draft, useForm } from '#src/client/form/form.tsx';
import { useAuth } from '#src/client/state/session.ts';
import { userTypeTexts } from '#src/client/texts/accounts/login-texts.ts';
import { registrationTexts as texts } from '#src/client/texts/accounts/registration-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { PasswordField } from '#src/client/ui/fields/password-field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { noticeVersion } from '#src/contract/accounts/notice.ts';
import { registerCustomerCall, registrationCalls } from '#src/contract/accounts/registration-calls.ts';
import { marketRegisteredSchema } from '#src/contract/accounts/registration.ts';
import { maxLength } from '#src/contract/limits.ts';
import { toMarketCode } from '#src/protocol/brands.ts';
import {
  emptyRegistration,
  type RegistrationForm,
  registrationErrors,
  useRegistration,
} from './registration-form.ts';

const TellApprover = lazy(() =>
  import('#src/client/form/entrance/registered-notice.tsx').then((m) => ({ default: m.TellApprover })),
);

const userTypeOptions = (['USUARIO', 'ESTANTE', 'RECARGA', 'GLOBAL_MARKET', 'PROVEEDOR'] as const).map(
  (value) => ({ value, label: userTypeTexts[value] }),
);

export function RegisterScreen() {
  const navigate = useNavigate();
  const { busy, error, send } = useRegistration();
  const [begun] = useState(registrationOfLink);
  const draft = useForm(begun, registrationErrors);
  const { userType, consent } = draft.contents;

  async function submit(values: RegistrationForm) {
    const goTo = values.userType === 'GLOBAL_MARKET' ? '/register/confirm' : '/';
    const wrong = await send(() => sendRegistration(values), goTo);
    draft.refuse(wrong);
  }

  return (
    <Entrance narrow={false}>
      <header>
        <h1>{texts.title}</h1>
        <p className="soft">{texts.intro}</p>
      </header>
      <Form
        tries={draft.tries}
        className="stack halves"
        onSend={() => draft.sendTo((values) => void submit(values))}
      >
        <RegistrationFields draft={draft} userType={userType} />
        {userType === 'USUARIO' && (
          <div className="stack across">
            <ConsentField
              isOwn
              isGiven={consent === 'yes'}
              onGiven={(isGiven) => draft.change({ consent: isGiven ? 'yes' : '' })}
              error={draft.faults['consent']}
            />
          </div>
        )}
        <div className="stack across">
          {error !== '' && <Notice kind="refused">{error}</Notice>}
          <div className="cluster-12">
            <Button variant="secondary" onClick={() => void navigate('/login')}>
              {texts.back}
            </Button>
            <Button type="submit" className="fill-9" busy={busy} busyText={texts.submitting}>
              {texts.submit}
            </Button>
          </div>
        </div>
      </Form>
    </Entrance>
  );
}

/** A market's invitation contains its code and the type of account. */
function registrationOfLink(): RegistrationForm {
  const asked = new URLSearchParams(location.search);
  const userType = asked.get('tipo') === 'RECARGA' ? 'RECARGA' : 'ESTANTE';
  const globalMarketId = (asked.get('mercado') ?? '').slice(0, maxLength.globalMarketId);
  return globalMarketId === '' ? emptyRegistration : { ...emptyRegistration, userType, globalMarketId };
}

/**
 * The path depends on the type. A Usuario sends its name, type and identification; empty fields are left out.
 */
function sendRegistration(form: RegistrationForm): Promise<CallAnswer<unknown>> {
  const ownerName = form.ownerName.trim();
  const { identificacion } = form;
  if (form.userType === 'USUARIO')
    return callServer(registerCustomerCall, {
      body: { ownerName, userType: 'USUARIO', identificacion, notice: noticeVersion },
    });
  const account = {
    ownerName,
    email: form.email.trim().toLowerCase(),
    phone: form.phone.trim(),
    password: form.password,
    passwordConfirm: form.passwordConfirm,
  };
  const globalMarketId = toMarketCode(form.globalMarketId.trim());
  switch (form.userType) {
    case 'ESTANTE':
      return callServer(registrationCalls.registerStall, {
        body: {
          ...account,
          userType: 'ESTANTE',
          estanteName: form.estanteName.trim(),
          globalMarketId,
        },
      });
    case 'RECARGA':
      return callServer(registrationCalls.registerTopUpPoint, {
        body: { ...account, userType: 'RECARGA', globalMarketId },
      });
    case 'GLOBAL_MARKET':
      return callServer(registrationCalls.registerMarket, {
        body: { ...account, userType: 'GLOBAL_MARKET', marketName: form.marketName.trim() },
      });
    default:
      return callServer(registrationCalls.registerSupplier, {
        body: {
          ...account,
          userType: 'PROVEEDOR',
          ...(identificacion === '' ? {} : { identificacion }),
        },
      });
  }
}

type TextField = Exclude<keyof RegistrationForm, 'userType' | 'consent' | 'password' | 'passwordConfirm'>;

const icons: Record<TextField, LucideIcon> = {
  ownerName: User,
  estanteName: Store,
  globalMarketId: Hash,
  marketName: Store,
  email: Mail,
  identificacion: CreditCard,
  phone: Phone,
};

const browserHints: Partial<Record<TextField, object>> = {
  ownerName: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel', inputMode: 'numeric', autoComplete: 'tel-national' },
  globalMarketId: { autoCapitalize: 'characters', spellCheck: false, hint: texts.globalMarketIdHint },
};

/**
 * Returns the fields of each type besides type and passwords, in the specification's order. The type follows
 * the name.
 */
function fieldsOf(userType: string): TextField[] {
  switch (userType) {
    case 'USUARIO':
      return ['ownerName', 'identificacion'];
    case 'ESTANTE':
      return ['ownerName', 'estanteName', 'globalMarketId', 'email', 'phone'];
    case 'RECARGA':
      return ['ownerName', 'globalMarketId', 'email', 'phone'];
    case 'GLOBAL_MARKET':
      return ['ownerName', 'marketName', 'email', 'phone'];
    case 'PROVEEDOR':
      return ['ownerName', 'email', 'identificacion', 'phone'];
    default:
      return ['ownerName', 'email', 'phone'];
  }
}

function RegistrationFields({ draft, userType }: { draft: Draft<RegistrationForm>; userType: string }) {
  const { field } = draft;
  const fields = fieldsOf(userType);
  // Fields of two columns, so that no row has a gap: a document and its neighbours, or the first of an odd number.
  const wideEnd = fields.includes('identificacion') ? undefined : 2 - (fields.length % 2);
  const wide = new Set(fields.slice(1, wideEnd));
  return (
    <>
      {fields.map((name) => (
        <Fragment key={name}>
          <div className={wide.has(name) ? 'across' : undefined}>
            {name === 'identificacion' ? (
              <DocumentField
                {...field(name)}
                label={texts.identificacion}
                hint={userType === 'USUARIO' ? texts.ownNumberHint : undefined}
                icon={icons.identificacion}
                onValue={(identificacion) => draft.change({ identificacion })}
              />
            ) : (
              <Field
                label={texts[name]}
                icon={icons[name]}
                maxLength={maxLength[name]}
                {...browserHints[name]}
                {...field(name)}
              />
            )}
          </div>
          {name === 'ownerName' && (
            <SelectField
              label={texts.userType}
              options={userTypeOptions}
              placeholder={texts.userTypePlaceholder}
              {...field('userType')}
            />
          )}
        </Fragment>
      ))}
      {userType !== 'USUARIO' && (
        <>
          <PasswordField
            label={texts.password}
            autoComplete="new-password"
            maxLength={maxLength.password}
            hint={texts.passwordHint}
            {...field('password')}
          />
          <PasswordField
            label={texts.passwordConfirm}
            autoComplete="new-password"
            maxLength={maxLength.password}
            {...field('passwordConfirm')}
          />
        </>
      )}
    </>
  );
}

export function RegisterConfirmScreen() {
  const registered = marketRegisteredSchema.safeParse(useAuth().responseRegister);
  const navigate = useNavigate();
  if (!registered.success) return <Navigate to="/login" replace />;
  const { marketName, globalMarketId } = registered.data;

  return (
    <Entrance>
      <h1>{texts.confirmTitle}</h1>
      <p>{texts.confirmIntro}</p>
      <div className="stack card pad">
        <h2>{marketName}</h2>
        <p>
          <span className="under">{texts.confirmCode}</span>
          <output className="spelled">{globalMarketId}</output>
        </p>
        <CopyCode code={globalMarketId} />
      </div>
      <Optional fallback={<Notice kind="pending">{texts.confirmWait}</Notice>}>
        <TellApprover waits={texts.confirmWait} name={marketName} />
      </Optional>
      <Button wide onClick={() => void navigate('/login')}>
        {texts.signIn}
      </Button>
    </Entrance>
  );
}
