import { Undo2 } from 'lucide-react';
import { unacceptedTexts as texts } from '#src/client/texts/sync/unaccepted-texts.ts';
import { Button, type ButtonSize, type ButtonVariant } from '#src/client/ui/button.tsx';
import type { UnacceptedState } from './use-unaccepted.ts';

interface TakeBackButtonProps {
  unaccepted: UnacceptedState;
  label: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  onTap?: () => void;
}

/** Withdraws an unaccepted operation. While it is being sent, the button shows that and waits. */
export function TakeBackButton({
  unaccepted,
  label,
  variant = 'secondary',
  size = 'base',
  onTap,
}: TakeBackButtonProps) {
  const { canTakeBack, isBeingSent, isTaking, takeBack } = unaccepted;
  if (!canTakeBack) return null;
  return (
    <Button
      variant={variant}
      size={size}
      icon={Undo2}
      busy={isBeingSent || isTaking}
      busyText={isBeingSent ? texts.beingSent : label}
      onClick={onTap ?? (() => void takeBack())}
    >
      {label}
    </Button>
  );
}
