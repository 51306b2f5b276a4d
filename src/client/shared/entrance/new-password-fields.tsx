import type { DraftField } from '#src/client/shared/form/use-draft.ts';
import { registrationErrorTexts } from '#src/client/texts/accounts/registration-texts.ts';
import { settingsTexts as texts } from '#src/client/texts/accounts/settings-texts.ts';
import { PasswordField } from '#src/client/ui/fields/password-field.tsx';
import { maxLength, minPasswordLength } from '#src/contract/limits.ts';

interface NewPasswordFieldsProps {
  /** Returns the props of a field of the surrounding form. */
  field: (name: 'password' | 'again') => DraftField;
}

/** A new password and its repetition. */
export function NewPasswordFields({ field }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={texts.fresh}
        hint={texts.passwordHint}
        autoComplete="new-password"
        maxLength={maxLength.password}
        {...field('password')}
      />
      <PasswordField
        label={texts.again}
        autoComplete="new-password"
        maxLength={maxLength.password}
        {...field('again')}
      />
    </>
  );
}

interface NewPassword {
  password: string;
  again: string;
}

/** Returns the errors of a new password, in the specification's words. */
export function newPasswordErrors({ password, again }: NewPassword): Partial<NewPassword> {
  if (password === '') return { password: registrationErrorTexts.passwordRequired };
  if (password.length < minPasswordLength) return { password: registrationErrorTexts.passwordShort };
  return password === again ? {} : { again: registrationErrorTexts.passwordsDiffer };
}
