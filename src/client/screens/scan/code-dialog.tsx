import { Keyboard } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { scanTexts as texts } from '#src/client/texts/counter/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { readScannedCode } from '#src/domain/read-scanned-code.ts';

interface CodeDialogProps {
  onClose: () => void;
  onCode: (code: string) => void;
}

const formId = 'codigo-corto';

export function CodeDialog({ onClose, onCode }: CodeDialogProps) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (readScannedCode(code).kind === 'foreign') setWrong(true);
    else onCode(code);
  }

  return (
    <Dialog
      title={texts.typeCode}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {commonTexts.cancel}
          </Button>
          <Button type="submit" form={formId}>
            {texts.search}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
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
      </form>
    </Dialog>
  );
}
