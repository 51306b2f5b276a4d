import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { type ComponentPropsWithRef, useState } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Field } from './field.tsx';
import styles from './field.module.css';

interface PasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'size' | 'type'> {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Texts of its switch; Spanish by default. */
  words?: { [Key in 'show' | 'hide' | 'showPassword' | 'hidePassword']: string };
}

export function PasswordField({ words = commonTexts, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      icon={KeyRound}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className={styles.toggle}
          aria-label={shown ? words.hidePassword : words.showPassword}
          onClick={() => setShown(!shown)}
        >
          <Icon of={shown ? EyeOff : Eye} />
          {shown ? words.hide : words.show}
        </button>
      }
    />
  );
}
