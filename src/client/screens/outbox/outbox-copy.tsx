import { FileDown, FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { dropHandedFile, type HandedFile, readHandedFile } from '#src/client/device/files/handed-file.ts';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { ConfirmDialog, DialogButton, FileButton } from '#src/client/form/confirm-dialog.tsx';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { outboxTexts as texts } from '#src/client/texts/sync/outbox-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';

/**
 * Exports the outbox as a file from a device that can no longer send, and imports the file of another device.
 */
export function OutboxCopy({ hasOpen }: { hasOpen: boolean }) {
  const loadCommands = useCommands();
  const state = useDeviceFacts()?.state;
  const take = useTake();
  // Opening the app again with a file keeps the address but changes the key.
  const { key } = useLocation();
  if (state === undefined) return null;
  if (state === 'none') return <HandedCopy key={key} isActive={false} onTake={take} />;

  async function save(): Promise<void> {
    const copy = await (await loadCommands()).exportOutbox();
    if (copy === null) return;
    const name = `pendientes-${copy.deviceName}-${copy.exportedAt.slice(0, 16)}.json`.replaceAll(
      /[\s:]+/g,
      '-',
    );
    downloadFile(new Blob([JSON.stringify(copy)], { type: 'application/json' }), name);
  }

  const ask = (onNo: () => void) => (
    <ConfirmDialog
      title={texts.saveCopy}
      yes={texts.saveCopy}
      onNo={onNo}
      save={{
        mutate: () => {
          onNo();
          save().catch(reportDiskFault);
        },
      }}
    >
      <p>{texts.copyNote}</p>
      <p>{texts.copyNames}</p>
    </ConfirmDialog>
  );
  return (
    <>
      {hasOpen && (
        <DialogButton variant="secondary" size="row" icon={FileDown} render={ask}>
          {texts.saveCopy}
        </DialogButton>
      )}
      {state === 'active' && (
        <FileButton
          variant="secondary"
          size="row"
          icon={FileUp}
          label={texts.takeCopy}
          accept="application/json,.json"
          onFile={(file) => void file.text().then(take).catch(reportDiskFault)}
        />
      )}
      <HandedCopy key={key} isActive={state === 'active'} onTake={take} />
    </>
  );
}

/** Imports the text of a file and reports the result. Returns false when the file is still needed. */
function useTake(): (text: string) => Promise<boolean> {
  const loadCommands = useCommands();
  return async (text) => {
    const result = await (await loadCommands()).importOutbox(text);
    if (result.kind === 'unreadable') showToast('error', texts.copyUnreadable);
    else if (result.kind === 'failed') showToast('error', result.message);
    else if (result.kind === 'delivered') showToast('success', texts.copyDelivered(result.counts));
    else showToast('success', texts.copyTaken(result.fresh, result.total, result.deviceName));
    return result.kind !== 'failed';
  };
}

/**
 * A file that was shared with the app or opened with it. Any website can share one, so the person confirms.
 */
function HandedCopy({ isActive, onTake }: { isActive: boolean; onTake: (text: string) => Promise<boolean> }) {
  const [handed, setHanded] = useState<HandedFile | null>(null);
  useEffect(() => {
    // On failure the file is chosen by hand.
    readHandedFile().then(setHanded, () => undefined);
  }, []);
  if (handed === null) return null;

  function decide(isTaken: boolean): void {
    const text = handed?.text ?? '';
    setHanded(null);
    // Dropped last: if the page dies in between it asks again, and importing a file twice changes nothing.
    const isDone = isTaken ? onTake(text) : Promise.resolve(true);
    isDone.then((done) => (done ? dropHandedFile() : undefined)).catch(reportDiskFault);
  }

  const drop = () => decide(false);
  if (!isActive)
    return (
      <ReadDialog title={texts.takeCopy} onClose={drop}>
        <p>{handed.name}</p>
        <p>{texts.handedNotHere}</p>
      </ReadDialog>
    );
  return (
    <ConfirmDialog
      title={texts.takeCopy}
      yes={texts.takeCopy}
      onNo={drop}
      save={{ mutate: () => decide(true) }}
    >
      <p>{handed.name}</p>
      <p>{texts.handedNote}</p>
    </ConfirmDialog>
  );
}
