import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { updateTexts } from '#src/client/texts/update-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './update-prompt.module.css';

/**
 * `ready`: a newer version is loaded and waits. The others: the server requires one
 * (state/server-version.ts).
 */
export type UpdateReason = 'ready' | 'newer' | 'too-old';

/**
 * The newer version is activated when the person agrees and no money is in hand. The prompt is a line above
 * the page, which shrinks by its height, so it covers nothing. After "later" it returns at the next start.
 */
export function UpdatePrompt({ reason, onApply }: { reason: UpdateReason; onApply: () => boolean }) {
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

/** Reduces the page's height by the line until the returned function is called. */
function lowerPage(line: HTMLElement | null): () => void {
  const { style } = document.documentElement;
  style.setProperty('--screen', `calc(100vh - ${line?.offsetHeight ?? 0}px)`);
  return () => style.removeProperty('--screen');
}
