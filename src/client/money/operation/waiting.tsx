import { RefreshCw, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type UnacceptedCause,
  unacceptedTexts as texts,
  type WaitingPlace,
} from '#src/client/texts/sync/unaccepted-texts.ts';
import { Button, type ButtonSize, type ButtonVariant } from '#src/client/ui/button.tsx';
import type { UnacceptedState } from './use-unaccepted.ts';

interface WaitingCauseProps {
  cause: UnacceptedCause;
  place: WaitingPlace;
  /** Sentences before the cause. */
  before?: readonly string[];
}

const noLines: readonly string[] = [];

/** Explains why the operation has no answer, in the words of the place where it waits. */
export function WaitingCause({ cause, place, before = noLines }: WaitingCauseProps) {
  return [...before, ...place.causes[cause]].map((line) => <p key={line}>{line}</p>);
}

interface WaitingActsProps {
  unaccepted: UnacceptedState;
  place: WaitingPlace;
  /** The primary button while no decision is needed. */
  main?: ReactNode;
  beside: ReactNode;
  /** Shows the way back and `beside` in one row; their labels are short enough. */
  isRow?: boolean;
  /** Signs in after the session ended. A customer's phone has no sessions and does not load it. */
  signIn?: ReactNode;
  /** Replaces `main` beside the way back while a decision is needed. */
  demoted?: ReactNode;
  onTakeBack?: (() => void) | undefined;
}

/** The next action of a waiting operation, and the way to withdraw it. */
export function WaitingActs({
  unaccepted,
  place,
  main,
  beside,
  demoted = beside,
  isRow = false,
  signIn,
  onTakeBack,
}: WaitingActsProps) {
  const next = nextAction(unaccepted, signIn !== undefined);
  return (
    <>
      {next === 'sign-in' && signIn}
      {next === 'send' && (
        <Button size="money" icon={RefreshCw} onClick={unaccepted.send}>
          {texts.sendNow}
        </Button>
      )}
      {next === 'none' && main}
      <div className={isRow && unaccepted.canTakeBack ? 'grid' : 'stack-12'}>
        <TakeBackButton
          unaccepted={unaccepted}
          label={place.takeBack}
          {...(onTakeBack ? { onTap: onTakeBack } : {})}
        />
        {next === 'none' ? beside : demoted}
      </div>
    </>
  );
}

function nextAction(
  { cause, canTakeBack }: UnacceptedState,
  canSignIn: boolean,
): 'sign-in' | 'send' | 'none' {
  if (canTakeBack && cause === 'session' && canSignIn) return 'sign-in';
  return canTakeBack && cause === 'old' ? 'send' : 'none';
}

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
