import type { Operation } from '#src/client/local/db/operation.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { TakeBackButton } from '#src/client/money/operation/take-back-button.tsx';
import type { UnacceptedState } from '#src/client/money/operation/use-unaccepted.ts';
import { staffWaitingTexts as texts, stallPlace } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';

interface AskBeforeNextProps {
  operation: Operation;
  unaccepted: UnacceptedState;
  onStay: () => void;
  onNext: () => void;
}

/** Asked before the next customer: a sale whose goods were not handed over would be charged later. */
export function AskBeforeNext({ operation, unaccepted, onStay, onNext }: AskBeforeNextProps) {
  const name = operation.label?.userName ?? '';
  const takeBack = async (): Promise<void> => {
    const result = await unaccepted.takeBack();
    if (result === 'taken-back' || result === 'asking') onNext();
    else onStay();
  };
  return (
    <Dialog
      title={texts.askTitle(amountText(amountOf(operation)))}
      onClose={onStay}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={onNext}>
            {texts.leaveToSend}
          </Button>
          <TakeBackButton
            unaccepted={unaccepted}
            variant="primary"
            label={stallPlace.takeBack}
            onTap={() => void takeBack()}
          />
        </>
      }
    >
      <p>{texts.askNote(name === '' ? texts.somebody : personName(name))}</p>
    </Dialog>
  );
}
