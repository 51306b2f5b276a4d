import { Trash } from 'lucide-react';
import { useState } from 'react';
import type { CarriedLetter } from '#src/client/local/db/carried-letters.ts';
import { messengerTexts as texts } from '#src/client/texts/sync/messenger-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';

interface ForgetLettersProps {
  letters: readonly CarriedLetter[];
  onForget: () => Promise<void>;
}

/** Deletes what is delivered, after a question: an answer that was not saved would be lost. */
export function ForgetLetters({ letters, onForget }: ForgetLettersProps) {
  const [isAsking, setAsking] = useState(false);
  const isUnsaved = letters.some(({ state, savedAt }) => state === 'delivered' && savedAt === null);
  function forget(): void {
    setAsking(false);
    void onForget();
  }
  return (
    <>
      <Button variant="text" icon={Trash} onClick={() => setAsking(true)}>
        {texts.forget}
      </Button>
      {isAsking && (
        <Dialog
          title={texts.forgetTitle}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button variant="secondary" data-safe onClick={() => setAsking(false)}>
                {texts.keep}
              </Button>
              <Button variant={isUnsaved ? 'danger' : 'primary'} onClick={forget}>
                {texts.forget}
              </Button>
            </>
          }
        >
          <p>{isUnsaved ? texts.forgetUnsaved : texts.forgetSaved}</p>
        </Dialog>
      )}
    </>
  );
}
