import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '#src/client/shared/confirm/form-dialog.tsx';
import { scanTexts as texts } from '#src/client/texts/counter/scan-texts.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { readScannedCode } from '#src/domain/voucher/voucher-link.ts';

interface CodeDialogProps {
  onClose: () => void;
  onCode: (code: string) => void;
}

export function CodeDialog({ onClose, onCode }: CodeDialogProps) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);

  function submit() {
    if (readScannedCode(code).kind === 'foreign') setWrong(true);
    else onCode(code);
  }

  return (
    <FormDialog title={texts.typeCode} submitLabel={texts.search} onClose={onClose} onSubmit={submit}>
      <Field
        data-safe
        label={texts.codeLabel}
        icon={Keyboard}
        hint={texts.codeHint}
        placeholder={texts.codePlaceholder}
        error={wrong ? texts.codeWrong : undefined}
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setWrong(false);
        }}
      />
    </FormDialog>
  );
}
