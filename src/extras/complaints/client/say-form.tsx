import { Send } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { complaintsTexts as texts } from '../texts/complaints-texts.ts';
import { TextAreaField } from '#src/client/ui/fields/text-area-field.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { complaintCalls } from '../contract/calls.ts';
import { longestWords } from '../contract/schemas.ts';
import { complaintChanged } from './complaint-keys.ts';
import styles from './complaints.module.css';

/** What the stall knows of it, for the market and the customer. */
export function SayForm({ id }: { id: string }) {
  const [words, setWords] = useState('');
  const say = useChange(
    complaintChanged,
    () => callServer(complaintCalls.sayOfComplaint, { body: { id, words: words.trim() } }),
    () => {
      setWords('');
      showToast('success', texts.saySent);
    },
  );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== '') say.mutate();
      }}
    >
      <TextAreaField
        label={texts.sayTitle}
        maxLength={longestWords}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <FailureNotice error={say.error} />
      <div>
        <Button type="submit" icon={Send} busy={say.isPending} disabled={words.trim() === ''}>
          {texts.say}
        </Button>
      </div>
    </form>
  );
}
