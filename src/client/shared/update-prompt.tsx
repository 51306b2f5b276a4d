import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { updateTexts } from '#src/client/texts/update-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './update-prompt.module.css';

/** `ready`: a newer version is loaded and waits. The others: the server asks for one (state/server-version.ts). */
export type UpdateReason = 'ready' | 'newer' | 'too-old';

interface UpdatePromptProps {
  reason: UpdateReason;
  onApply: () => boolean;
}

/**
 * The newer version takes over when the person says so and no money is in hand. A line of its own above the page, which gets
 * lower by it: it covers nothing. Put off, it returns with the next start.
 */
export function UpdatePrompt({ reason, onApply }: UpdatePromptProps) {
  const [busy, setBusy] = useState(false);
  const [putOff, setPutOff] = useState<UpdateReason | null>(null);
  if (putOff === reason) return null;
  return (
    <div ref={lowerPage} className={styles.prompt} role="status">
      <p>{busy ? updateTexts.busy : updateTexts[reason]}</p>
      <Button size="row" icon={RefreshCw} onClick={() => setBusy(!onApply())}>
        {updateTexts.apply}
      </Button>
      <Button size="row" variant="text" onClick={() => setPutOff(reason)}>
        {updateTexts.later}
      </Button>
    </div>
  );
}

/** Gives the page what is left of the screen, until the returned function is called. */
function lowerPage(line: HTMLElement | null): () => void {
  const { style } = document.documentElement;
  style.setProperty('--screen', `calc(100vh - ${line?.offsetHeight ?? 0}px)`);
  return () => style.removeProperty('--screen');
}
