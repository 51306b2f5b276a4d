import { marketDevicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';

interface AskRevokeProps {
  name: string;
  onNo: () => void;
  onYes: () => void;
}

/** Asks by name; the safe button has the focus. */
export function AskRevoke({ name, onNo, onYes }: AskRevokeProps) {
  return (
    <Dialog
      title={texts.askRevoke(name)}
      onClose={onNo}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={onNo}>
            {texts.noRevoke}
          </Button>
          <Button variant="danger-solid" onClick={onYes}>
            {texts.yesRevoke}
          </Button>
        </>
      }
    >
      <p>{texts.revokeNote}</p>
    </Dialog>
  );
}
