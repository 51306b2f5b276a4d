import { FileDown } from 'lucide-react';
import { callServer } from '#src/client/api/call-server.ts';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { FailureNotice } from '#src/client/form/query-problem.tsx';
import { useChange } from '#src/client/queries/stale.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { personalDataCalls } from '../contract/calls.ts';
import { personalDataTexts as texts } from '../texts/personal-data-texts.ts';

/** The data of the signed-in person, as a file. */
export function OwnDataPanel() {
  const save = useChange([], () => callServer(personalDataCalls.exportOwnData), saveData);
  return (
    <Panel className="panel-body" aria-labelledby="sus-datos">
      <h2 id="sus-datos">{texts.ownTitle}</h2>
      <p className="soft">{texts.ownNote}</p>
      <FailureNotice error={save.error} />
      <div>
        <Button variant="secondary" icon={FileDown} busy={save.isPending} onClick={() => save.mutate()}>
          {texts.save}
        </Button>
      </div>
    </Panel>
  );
}

/** Saves everything that is stored about a person as a file. */
export function saveData(data: object): void {
  const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  downloadFile(content, `${texts.fileName}.json`);
}
