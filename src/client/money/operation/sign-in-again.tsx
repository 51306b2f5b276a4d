import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#src/client/form/form-page.tsx';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { logIn } from '#src/client/queries/log-in.ts';
import { goSignIn, type SessionUser } from '#src/client/state/session.ts';
import { loginTexts } from '#src/client/texts/accounts/login-texts.ts';
import { staffWaitingTexts as texts } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { signInTypes } from '#src/contract/accounts/user-type.ts';

interface SignInAgainProps {
  /** The user whose session ended here. */
  user: SessionUser;
  onClose: () => void;
}

/**
 * Asks for the password over the sale, with email and type known. An account with a second factor signs in at
 * the entrance.
 */
export function SignInAgain({ user: { email, userType: type }, onClose }: SignInAgainProps) {
  const save = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      const userType = signInTypes.find((one) => one === type);
      if (userType === undefined) return;
      const { isIn, outcome } = await logIn({ email, password, userType });
      if (isIn) onClose();
      else if (outcome.kind === 'refused' && outcome.code === 'SECOND_FACTOR_NEEDED') goSignIn();
      else {
        unwrap(outcome);
        throw new Error('the tokens name no session');
      }
    },
  });
  return (
    <FormDialog
      title={texts.signInTitle}
      yes={loginTexts.submit}
      start={{ password: '' }}
      fields={() => [
        {
          kind: 'part',
          of: <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />,
        },
        {
          kind: 'password',
          name: 'password',
          first: true,
          label: loginTexts.password,
          autoComplete: 'current-password',
          wrong: loginTexts.missing.password,
        },
        // After the field: at 200 % text the field stays above the sticky actions.
        { kind: 'part', of: <p className="breaks">{texts.signInNote(email)}</p> },
      ]}
      save={save}
      onClose={onClose}
    />
  );
}
