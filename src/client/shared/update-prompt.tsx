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

/** The newer version takes over when the person says so and no money is in hand. */
export function UpdatePrompt({ reason, onApply }: UpdatePromptProps) {
  const [busy, setBusy] = useState(false);
  return (
    <div className={styles.prompt} role="status">
      <p>{busy ? updateTexts.busy : updateTexts[reason]}</p>
      <Button size="row" icon={RefreshCw} onClick={() => setBusy(!onApply())}>
        {updateTexts.apply}
      </Button>
    </div>
  );
}
