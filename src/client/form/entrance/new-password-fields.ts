import type { FormField } from '#src/client/form/fields.tsx';
import { registrationErrorTexts } from '#src/client/texts/accounts/registration-texts.ts';
import { settingsTexts as texts } from '#src/client/texts/accounts/settings-texts.ts';
import { minPasswordLength } from '#src/contract/limits.ts';

interface NewPassword {
  password: string;
  again: string;
}

/** A new password and its repetition, with the specification's sentences. */
export function newPasswordFields({ password, again }: NewPassword) {
  const isShort = password.length < minPasswordLength;
  return [
    {
      kind: 'password',
      name: 'password',
      label: texts.fresh,
      hint: texts.passwordHint,
      autoComplete: 'new-password',
      wrong: registrationErrorTexts.passwordRequired,
      fault: password !== '' && isShort ? registrationErrorTexts.passwordShort : undefined,
    },
    {
      kind: 'password',
      name: 'again',
      label: texts.again,
      autoComplete: 'new-password',
      fault: !isShort && password !== again ? registrationErrorTexts.passwordsDiffer : undefined,
    },
  ] satisfies FormField<NewPassword>[];
}
