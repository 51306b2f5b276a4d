import { MailOpen } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { answerRefusalTexts, letterTexts as texts } from '#src/client/texts/sync/letter-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { letterAnswerBytes } from '#src/contract/sync/letter.ts';

const looks = {
  primary: { variant: 'primary', size: 'money', wide: true },
  secondary: { variant: 'secondary', size: 'base', wide: true },
  quiet: { variant: 'secondary', size: 'row', wide: false },
} as const;

/** Opens the answer that a phone brought back, from a file. */
export function OpenAnswer({ look = 'primary' }: { look?: keyof typeof looks }) {
  const loadCommands = useCommands();
  const file = useRef<HTMLInputElement>(null);
  const [isOpening, setOpening] = useState(false);
  const [problem, setProblem] = useState('');

  async function open(chosen: File): Promise<void> {
    const text = chosen.size > letterAnswerBytes * 2 ? '' : await chosen.text();
    const opened = await (await loadCommands()).openLetterAnswer(text);
    if (opened.kind === 'refused') setProblem(answerRefusalTexts[opened.why]);
  }

  function take(event: ChangeEvent<HTMLInputElement>): void {
    const chosen = event.target.files?.[0];
    event.target.value = '';
    if (chosen === undefined) return;
    setOpening(true);
    setProblem('');
    open(chosen)
      .catch(reportDiskFault)
      .finally(() => setOpening(false));
  }

  return (
    <>
      <Button
        {...looks[look]}
        icon={MailOpen}
        busy={isOpening}
        busyText={texts.opening}
        onClick={() => file.current?.click()}
      >
        {texts.open}
      </Button>
      {/* Any kind of file: a phone's own sharing may have changed the ending of its name. */}
      <input ref={file} type="file" hidden aria-label={texts.open} onChange={take} />
      {problem !== '' && <Notice kind="refused">{problem}</Notice>}
    </>
  );
}
