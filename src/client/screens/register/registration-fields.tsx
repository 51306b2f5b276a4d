import { CreditCard, Hash, type LucideIcon, Mail, Phone, Store, User } from 'lucide-react';
import type { DraftField } from '#src/client/shared/form/use-draft.ts';
import { registrationTexts as texts } from '#src/client/texts/registration-texts.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { PasswordField } from '#src/client/ui/fields/password-field.tsx';
import { maxLength } from '#src/contract/limits.ts';
import type { RegistrationForm } from './registration-form.ts';
import styles from './register.module.css';

type TextField = Exclude<keyof RegistrationForm, 'userType' | 'password' | 'passwordConfirm'>;

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
  identificacion: { inputMode: 'numeric' },
  globalMarketId: { autoCapitalize: 'characters', spellCheck: false, hint: texts.globalMarketIdHint },
};

/** Which fields each type fills, besides its type and its passwords. */
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
      return ['ownerName', 'identificacion', 'email', 'phone'];
    default:
      return ['ownerName', 'email', 'phone'];
  }
}

interface RegistrationFieldsProps {
  /** name, value, error and change of one field */
  field: (name: keyof RegistrationForm) => DraftField;
  userType: string;
}

export function RegistrationFields({ field, userType }: RegistrationFieldsProps) {
  const fields = fieldsOf(userType);
  // Beside the type and two passwords: an odd one out takes the width of two.
  const odd = userType !== 'USUARIO' && fields.length % 2 === 0;
  return (
    <>
      {fields.map((name) => (
        <div key={name} className={odd && name === 'email' ? styles.wide : undefined}>
          <Field
            label={texts[name]}
            icon={icons[name]}
            maxLength={maxLength[name]}
            {...browserHints[name]}
            {...field(name)}
          />
        </div>
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
