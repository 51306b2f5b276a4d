import { minPasswordLength } from '#src/contract/limits.ts';
import { registrationErrorTexts as texts } from '#src/client/texts/registration-texts.ts';

export interface NewPassword {
  password: string;
  again: string;
}

/** What is wrong with a new password, in the words of the specification. */
export function newPasswordErrors({ password, again }: NewPassword): Partial<NewPassword> {
  if (password === '') return { password: texts.passwordRequired };
  if (password.length < minPasswordLength) return { password: texts.passwordShort };
  return password === again ? {} : { again: texts.passwordsDiffer };
}
