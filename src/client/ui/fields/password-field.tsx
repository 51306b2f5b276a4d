import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { type ComponentPropsWithRef, useState } from 'react';
import { fieldTexts as texts } from '#src/client/texts/field-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Field } from './field.tsx';
import styles from './field.module.css';

interface PasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'size' | 'type'> {
  label: string;
  error?: string | undefined;
  hint?: string;
}

export function PasswordField(props: PasswordFieldProps) {
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
          className={`plain small strong ${styles.toggle}`}
          aria-label={shown ? texts.hidePassword : texts.showPassword}
          onClick={() => setShown(!shown)}
        >
          <Icon of={shown ? EyeOff : Eye} />
          {shown ? texts.hide : texts.show}
        </button>
      }
    />
  );
}
