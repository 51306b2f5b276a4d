import * as z from 'zod/mini';
import { minOwnerNameLength, minPasswordLength, phoneDigits } from '#src/contract/limits.ts';
import { registrationErrorTexts as texts } from '#src/client/texts/registration-texts.ts';

const fields = {
  ownerName: z.string(),
  userType: z.string(),
  estanteName: z.string(),
  globalMarketId: z.string(),
  marketName: z.string(),
  email: z.string(),
  identificacion: z.string(),
  phone: z.string(),
  password: z.string(),
  passwordConfirm: z.string(),
};
const formSchema = z.object(fields);
export type RegistrationForm = z.infer<typeof formSchema>;

export const emptyRegistration: RegistrationForm = {
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
};

/** One sentence per wrong field, in the words of the specification. */
export const registrationFormSchema = formSchema.check((context) => {
  for (const [field, message] of Object.entries(registrationErrors(context.value)))
    context.issues.push({ code: 'custom', message, path: [field], input: context.value });
});

type Errors = Partial<Record<keyof RegistrationForm, string>>;

export function registrationErrors(form: RegistrationForm): Errors {
  const errors: Errors = form.userType === 'USUARIO' ? ownerNameErrors(form) : accountErrors(form);
  if (form.userType === '') errors.userType = texts.userTypeRequired;
  if (form.userType === 'ESTANTE' && blank(form.estanteName)) errors.estanteName = texts.estanteNameRequired;
  if (form.userType === 'USUARIO' && blank(form.identificacion))
    errors.identificacion = texts.identificacionRequired;
  if (form.userType === 'GLOBAL_MARKET' && blank(form.marketName))
    errors.marketName = texts.marketNameRequired;
  if (['RECARGA', 'ESTANTE'].includes(form.userType) && blank(form.globalMarketId))
    errors.globalMarketId = texts.globalMarketIdRequired;
  return errors;
}

type Account = Pick<RegistrationForm, 'ownerName' | 'email' | 'phone' | 'password' | 'passwordConfirm'>;

/** What every account that signs in must fill. */
export function accountErrors(account: Account): Errors {
  const errors = ownerNameErrors(account);
  if (errors.ownerName === undefined && account.ownerName.trim().length < minOwnerNameLength)
    errors.ownerName = texts.ownerNameShort;
  if (blank(account.email)) errors.email = texts.emailRequired;
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(account.email.trim())) errors.email = texts.emailFormat;
  if (blank(account.phone)) errors.phone = texts.phoneRequired;
  else if (!new RegExp(`^\\d{${phoneDigits}}$`).test(account.phone.trim())) errors.phone = texts.phoneDigits;
  if (account.password === '') errors.password = texts.passwordRequired;
  else if (account.password.length < minPasswordLength) errors.password = texts.passwordShort;
  if (account.password !== account.passwordConfirm) errors.passwordConfirm = texts.passwordsDiffer;
  return errors;
}

function ownerNameErrors({ ownerName }: Pick<RegistrationForm, 'ownerName'>): Errors {
  return blank(ownerName) ? { ownerName: texts.ownerNameRequired } : {};
}

function blank(text: string): boolean {
  return text.trim() === '';
}
