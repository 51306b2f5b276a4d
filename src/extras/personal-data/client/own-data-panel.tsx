import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { personalDataCalls } from '../contract/calls.ts';
import { personalDataTexts as texts } from '../texts/personal-data-texts.ts';

/** The data of the signed-in person, as a file. */
export function OwnDataPanel() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function save(): Promise<void> {
    setBusy(true);
    const outcome = await callServer(personalDataCalls.exportOwnData);
    setBusy(false);
    setFailure(outcome.kind === 'ok' ? '' : failureText(outcome));
    if (outcome.kind === 'ok')
      downloadFile(
        new Blob([JSON.stringify(outcome.data, null, 2)], { type: 'application/json' }),
        `${texts.fileName}.json`,
      );
  }

  return (
    <Panel className="panel-body" aria-labelledby="sus-datos">
      <h2 id="sus-datos">{texts.ownTitle}</h2>
      <p className="soft">{texts.ownNote}</p>
      {failure !== '' && <Notice kind="refused">{failure}</Notice>}
      <div>
        <Button variant="secondary" icon={FileDown} busy={busy} onClick={() => void save()}>
          {texts.save}
        </Button>
      </div>
    </Panel>
  );
}
