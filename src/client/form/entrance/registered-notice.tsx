import { useAuth } from '#src/client/state/session.ts';
import { registeredTexts as texts } from '#src/client/texts/accounts/registered-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';

type Registered = { status?: unknown; ownerName?: unknown; marketName?: unknown };

/** For a stall, a point or a supplier that has just registered. */
export function RegisteredNotice() {
  const { status, ownerName, marketName } = (useAuth().responseRegister ?? {}) as Registered;
  if (status !== 'PENDIENTE') return null;
  const who = typeof marketName === 'string' && marketName !== '' ? marketName : texts.administration;
  return <TellApprover waits={texts.waits(who)} name={String(ownerName)} />;
}

interface TellApproverProps {
  /** States who approves. */
  waits: string;
  /** The account that asks for the approval. */
  name: string;
}

/** Names who approves a new registration, with a message to send them. */
export function TellApprover({ waits, name }: TellApproverProps) {
  return (
    <div className="stack-8">
      <Notice kind="pending">{waits}</Notice>
      <a
        className={buttonClass({ variant: 'secondary' })}
        href={`https://wa.me/?text=${encodeURIComponent(texts.message(name))}`}
        target="_blank"
        rel="noreferrer"
      >
        {texts.tell}
      </a>
    </div>
  );
}
