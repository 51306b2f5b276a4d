import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { accountsTexts as texts } from '#src/client/texts/office/accounts-texts.ts';
import { Button } from '#src/client/ui/button.tsx';

export function CopyCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  function copy() {
    navigator.clipboard?.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }
  return (
    <Button icon={copied ? Check : Copy} onClick={copy}>
      {copied ? texts.codeCopied : texts.copyCode}
    </Button>
  );
}
