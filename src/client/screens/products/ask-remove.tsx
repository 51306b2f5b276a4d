import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';

interface AskRemoveProps {
  name: string;
  onNo: () => void;
  onYes: () => void;
}

/** Asks by name; the safe button has the focus. */
export function AskRemove({ name, onNo, onYes }: AskRemoveProps) {
  return (
    <Dialog
      title={texts.askRemove(name)}
      onClose={onNo}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={onNo}>
            {texts.noRemove}
          </Button>
          <Button variant="danger-solid" onClick={onYes}>
            {texts.yesRemove}
          </Button>
        </>
      }
    >
      <p>{texts.removeNote}</p>
    </Dialog>
  );
}
