import { Lock, LogIn } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useOutboxSummary } from '#src/client/local/live/live-device.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { lockDevice } from '#src/client/state/unlocked.ts';
import { offlineTexts as texts } from '#src/client/texts/sync/offline-texts.ts';
import { Button } from '#src/client/ui/button.tsx';

/** Shown on every page while the device is open with a PIN: what is not possible, and how to sign in. */
export function LimitedBar() {
  const navigate = useNavigate();
  const { mode, note, isBack } = useModeWords();

  function leave() {
    lockDevice();
    void navigate('/login');
  }

  return (
    <div className="split-4 strip" data-tone={isBack ? 'paid' : 'pending'} role="status">
      <p className="fill-9">
        <b>{mode}</b> <span className={isBack ? undefined : 'not-on-phones'}>{note}</span>
      </p>
      <Button
        variant={isBack ? 'primary' : 'secondary'}
        size="row"
        icon={isBack ? LogIn : Lock}
        onClick={leave}
      >
        {isBack ? texts.signIn : texts.lock}
      </Button>
    </div>
  );
}

/** Claims that operations were sent only after the drain has ended, and only for operations that waited. */
function useModeWords(): { mode: string; note: string; isBack: boolean } {
  const { link, sending } = useConnection();
  const open = useOutboxSummary()?.openCount;
  const [hadOpen, setHadOpen] = useState(false);
  if (!hadOpen && open !== undefined && open > 0) setHadOpen(true);
  if (link !== 'online') return { mode: texts.mode, note: texts.modeNote, isBack: false };
  if (open === undefined || open > 0 || sending !== null)
    return { mode: texts.modeBack, note: texts.modeSending, isBack: true };
  return { mode: texts.modeBack, note: hadOpen ? texts.modeSent : texts.modeSignIn, isBack: true };
}
