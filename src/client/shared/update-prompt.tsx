import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { updateTexts } from '#src/client/texts/update-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './update-prompt.module.css';

/** A newer version waits; it takes over when the person says so and no money is in hand. */
export function UpdatePrompt({ onApply }: { onApply: () => boolean }) {
  const [busy, setBusy] = useState(false);
  return (
    <div className={styles.prompt} role="status">
      <p>{busy ? updateTexts.busy : updateTexts.ready}</p>
      <Button size="row" icon={RefreshCw} onClick={() => setBusy(!onApply())}>
        {updateTexts.apply}
      </Button>
    </div>
  );
}
