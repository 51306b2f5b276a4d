import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyTexts } from '#src/client/texts/accounts/registration-texts.ts';
import { Button } from '#src/client/ui/button.tsx';

/** Copies a code that a person passes on. */
export function CopyCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  function copy() {
    navigator.clipboard?.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }
  return (
    <div>
      <Button variant="secondary" icon={copied ? Check : Copy} onClick={copy}>
        {copied ? copyTexts.copied : copyTexts.copyCode}
      </Button>
    </div>
  );
}
