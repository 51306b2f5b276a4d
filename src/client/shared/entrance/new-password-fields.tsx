import { settingsTexts as texts } from '#src/client/texts/office/settings-texts.ts';
import { registrationErrorTexts } from '#src/client/texts/registration-texts.ts';
import { PasswordField } from '#src/client/ui/fields/password-field.tsx';
import { maxLength, minPasswordLength } from '#src/contract/limits.ts';

interface NewPasswordFieldsProps {
  draft: NewPassword;
  onChange: (changed: Partial<NewPassword>) => void;
  errors: Partial<NewPassword>;
}

/** A new password and the same once more. */
export function NewPasswordFields({ draft, onChange, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={texts.fresh}
        hint={texts.passwordHint}
        autoComplete="new-password"
        maxLength={maxLength.password}
        error={errors.password}
        value={draft.password}
        onChange={({ target }) => onChange({ password: target.value })}
      />
      <PasswordField
        label={texts.again}
        autoComplete="new-password"
        maxLength={maxLength.password}
        error={errors.again}
        value={draft.again}
        onChange={({ target }) => onChange({ again: target.value })}
      />
    </>
  );
}

interface NewPassword {
  password: string;
  again: string;
}

/** What is wrong with a new password, in the words of the specification. */
export function newPasswordErrors({ password, again }: NewPassword): Partial<NewPassword> {
  if (password === '') return { password: registrationErrorTexts.passwordRequired };
  if (password.length < minPasswordLength) return { password: registrationErrorTexts.passwordShort };
  return password === again ? {} : { again: registrationErrorTexts.passwordsDiffer };
}
