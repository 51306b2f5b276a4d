import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CallAnswer, Refused } from '#src/client/api/call-answer.ts';
import type { FaultsOf } from '#src/client/form/form.tsx';
import { failureText } from '#src/client/queries/failure-text.ts';
import { patchAuth } from '#src/client/state/session.ts';
import {
  registrationErrorTexts as texts,
  registrationTexts,
} from '#src/client/texts/accounts/registration-texts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { consentTexts } from '#src/client/texts/customers/consent-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { emailForm, minOwnerNameLength, minPasswordLength, phoneDigits } from '#src/contract/limits.ts';
import { identificationError } from '#src/domain/identification-sentence.ts';

export const emptyRegistration = {
  ownerName: '',
  userType: '',
  estanteName: '',
  globalMarketId: '',
  marketName: '',
  email: '',
  identificacion: '',
  phone: '',
  password: '',
  passwordConfirm: '',
  /** 'yes' once the customer has consented. */
  consent: '',
};

export type RegistrationForm = typeof emptyRegistration;

type Errors = FaultsOf<RegistrationForm>;

/** Returns one sentence per invalid field, in the specification's words. */
export function registrationErrors(form: RegistrationForm): Errors {
  const errors: Errors = form.userType === 'USUARIO' ? ownerNameErrors(form) : accountErrors(form);
  if (form.userType === '') errors.userType = texts.userTypeRequired;
  if (form.userType === 'ESTANTE' && blank(form.estanteName)) errors.estanteName = texts.estanteNameRequired;
  const identificacion = identificationErrorOf(form);
  if (identificacion !== undefined) errors.identificacion = identificacion;
  if (form.userType === 'USUARIO' && form.consent !== 'yes') errors.consent = consentTexts.needed;
  if (form.userType === 'GLOBAL_MARKET' && blank(form.marketName))
    errors.marketName = texts.marketNameRequired;
  if (['RECARGA', 'ESTANTE'].includes(form.userType) && blank(form.globalMarketId))
    errors.globalMarketId = texts.globalMarketIdRequired;
  return errors;
}

type Account = Pick<RegistrationForm, 'ownerName' | 'email' | 'phone' | 'password' | 'passwordConfirm'>;

/** Errors in the fields that every account with a sign-in needs. */
export function accountErrors(account: Account): Errors {
  const errors = ownerNameErrors(account);
  if (errors.ownerName === undefined && account.ownerName.trim().length < minOwnerNameLength)
    errors.ownerName = texts.ownerNameShort;
  if (blank(account.email)) errors.email = texts.emailRequired;
  else if (!emailForm.test(account.email.trim())) errors.email = texts.emailFormat;
  if (blank(account.phone)) errors.phone = texts.phoneRequired;
  else if (!new RegExp(`^\\d{${phoneDigits}}$`).test(account.phone.trim())) errors.phone = texts.phoneDigits;
  if (account.password === '') errors.password = texts.passwordRequired;
  else if (account.password.length < minPasswordLength) errors.password = texts.passwordShort;
  if (account.password !== account.passwordConfirm) errors.passwordConfirm = texts.passwordsDiffer;
  return errors;
}

function identificationErrorOf({ userType, identificacion }: RegistrationForm): string | undefined {
  if (blank(identificacion)) return userType === 'USUARIO' ? texts.identificacionRequired : undefined;
  const isAsked = userType === 'USUARIO' || userType === 'PROVEEDOR';
  return isAsked ? identificationError(identificacion) : undefined;
}

function ownerNameErrors({ ownerName }: Pick<RegistrationForm, 'ownerName'>): Errors {
  return blank(ownerName) ? { ownerName: texts.ownerNameRequired } : {};
}

function blank(text: string): boolean {
  return text.trim() === '';
}

/** Refusals about one field, although the server names none. */
const fieldOfCode: Record<string, keyof RegistrationForm> = {
  UNKNOWN_MARKET: 'globalMarketId',
  EMAIL_TAKEN: 'email',
  IDENTIFICATION_TAKEN: 'identificacion',
};

export function fieldErrors({ code, message, fields }: Pick<Refused, 'code' | 'message' | 'fields'>): Errors {
  const field = fieldOfCode[code];
  const named = Object.fromEntries(Object.entries(fields).filter(([name]) => name in emptyRegistration));
  return field === undefined ? named : { ...named, [field]: message };
}

const toastMs = 2000;
const redirectAfterMs = 200;

/** Shows a toast, calls, shows the result, and moves on 200 ms after success. */
export function useRegistration() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  async function send(call: () => Promise<CallAnswer<unknown>>, goTo: string): Promise<Errors> {
    setError('');
    setBusy(true);
    showToast('info', registrationTexts.sending, toastMs);
    const outcome = await call();
    if (outcome.kind === 'ok' && outcome.status === 201) {
      patchAuth({ responseRegister: outcome.data });
      showToast('success', registrationTexts.done);
      setTimeout(() => void navigate(goTo), redirectAfterMs);
      return {};
    }
    setBusy(false);
    setError(outcome.kind === 'ok' ? commonTexts.unknownError : failureText(outcome));
    return outcome.kind === 'refused' ? fieldErrors(outcome) : {};
  }

  return { busy, error, send };
}
