import { FileDown, FileUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { useDeviceFacts } from '#src/client/local/live-device.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { outboxTexts as texts } from '#src/client/texts/counter/outbox-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';

/** The outbox as a file, for a device that cannot send any more; and the way in for one of another device. */
export function OutboxCopy({ hasOpen }: { hasOpen: boolean }) {
  const loadCommands = useCommands();
  const state = useDeviceFacts()?.state;
  const [isAsking, setAsking] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  if (state === undefined || state === 'none') return null;

  async function save(): Promise<void> {
    setAsking(false);
    const copy = await (await loadCommands()).exportOutbox();
    if (copy === null) return;
    const name = `pendientes-${copy.deviceName}-${copy.exportedAt.slice(0, 16)}.json`.replaceAll(
      /[\s:]+/g,
      '-',
    );
    downloadFile(new Blob([JSON.stringify(copy)], { type: 'application/json' }), name);
  }

  async function take(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const chosen = event.target.files?.[0];
    event.target.value = '';
    if (chosen === undefined) return;
    const commands = await loadCommands();
    const result = await commands.importOutbox(await chosen.text());
    if (result.kind === 'unreadable') showToast('error', texts.copyUnreadable);
    else showToast('success', texts.copyTaken(result.fresh, result.total, result.deviceName));
  }

  return (
    <>
      {hasOpen && (
        <Button variant="secondary" size="row" icon={FileDown} onClick={() => setAsking(true)}>
          {texts.saveCopy}
        </Button>
      )}
      {state === 'active' && (
        <Button variant="secondary" size="row" icon={FileUp} onClick={() => file.current?.click()}>
          {texts.takeCopy}
        </Button>
      )}
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={texts.takeCopy}
        onChange={(event) => void take(event).catch(reportStorageFailure)}
      />
      {isAsking && (
        <Dialog
          title={texts.saveCopy}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button variant="secondary" onClick={() => setAsking(false)}>
                {commonTexts.cancel}
              </Button>
              <Button data-safe onClick={() => void save().catch(reportStorageFailure)}>
                {texts.saveCopy}
              </Button>
            </>
          }
        >
          <p>{texts.copyNote}</p>
          <p>{texts.copyNames}</p>
        </Dialog>
      )}
    </>
  );
}
