import { Lock, type LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from './icon.tsx';
import styles from './button.module.css';

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'text'
  | 'danger'
  | 'danger-solid'
  | 'on-zocalo'
  | 'on-zocalo-outline'
  | 'on-paid';
export type ButtonSize = 'row' | 'base' | 'money' | 'charge';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon | undefined;
  trailing?: LucideIcon | undefined;
  /** Keeps the focus and swallows the tap; the words change to `busyText`. */
  busy?: boolean | undefined;
  busyText?: string;
  wide?: boolean;
  /** A disabled button shows a lock; arrows of a pager stay arrows. */
  keepIcon?: boolean;
}

export function Button({
  variant = 'primary',
  size = 'base',
  icon,
  trailing,
  busy = false,
  busyText = commonTexts.processing,
  wide = false,
  keepIcon = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const shownIcon = rest.disabled === true && !keepIcon ? Lock : icon;
  const iconSize = size === 'money' || size === 'charge' ? 28 : 22;
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      aria-disabled={busy ? true : undefined}
      className={buttonClass({ variant, size, wide, busy, className })}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : shownIcon !== undefined && <Icon of={shownIcon} size={iconSize} />}
      <span>{busy ? busyText : children}</span>
      {trailing !== undefined && !busy && <Icon of={trailing} size={iconSize} />}
    </button>
  );
}

interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  busy?: boolean;
  className?: string | undefined;
}

/** The look of a button, for links that stand where a button would. */
export function buttonClass({
  variant = 'primary',
  size = 'base',
  wide,
  busy,
  className,
}: ButtonLook): string {
  return [
    styles.button,
    styles[variant],
    styles[size],
    wide === true && styles.wide,
    busy === true && styles.busy,
    className,
  ]
    .filter(Boolean)
    .join(' ');
}
