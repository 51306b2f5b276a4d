import { useAuth } from '#src/client/state/session.ts';
import { registeredTexts as texts } from '#src/client/texts/accounts/registered-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';

type Registered = { status?: unknown; ownerName?: unknown; marketName?: unknown };

/** Names who approves a new registration, with a message to send them. */
export function RegisteredNotice() {
  const { status, ownerName, marketName } = (useAuth().responseRegister ?? {}) as Registered;
  if (status !== 'PENDIENTE') return null;
  const who = typeof marketName === 'string' && marketName !== '' ? marketName : texts.administration;
  return (
    <div className="stack-8">
      <Notice kind="pending">{texts.waits(who)}</Notice>
      <a
        className={buttonClass({ variant: 'secondary' })}
        href={`https://wa.me/?text=${encodeURIComponent(texts.message(String(ownerName)))}`}
        target="_blank"
        rel="noreferrer"
      >
        {texts.tell}
      </a>
    </div>
  );
}
