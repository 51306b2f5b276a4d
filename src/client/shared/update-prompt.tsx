import { RefreshCw } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
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
  const line = useRef<HTMLDivElement>(null);
  const isShown = putOff !== reason;
  useLayoutEffect(() => {
    return isShown && line.current ? lowerPage(line.current) : undefined;
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={line} className={styles.prompt} role="status">
      <p>{busy ? updateTexts.busy : updateTexts[reason]}</p>
      <div className={styles.acts}>
        <Button size="row" icon={RefreshCw} onClick={() => setBusy(!onApply())}>
          {updateTexts.apply}
        </Button>
        <Button size="row" variant="text" onClick={() => setPutOff(reason)}>
          {updateTexts.later}
        </Button>
      </div>
    </div>
  );
}

/** Gives the page what is left of the screen, until the returned function is called. */
function lowerPage(line: HTMLElement): () => void {
  const { style } = document.documentElement;
  const measure = (): void => style.setProperty('--screen', `${innerHeight - line.offsetHeight}px`);
  measure();
  addEventListener('resize', measure);
  return () => {
    removeEventListener('resize', measure);
    style.removeProperty('--screen');
  };
}
