import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { keepChoice, readChoice } from '#src/client/device/kept-choice.ts';
import { speak } from '#src/client/device/voice/announce.ts';
import { readVoice, rememberVoice } from '#src/client/device/voice/voice-settings.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { seenAndHeardTexts as texts } from '#src/client/texts/purchases/seen-and-heard-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { CheckField } from '#src/client/ui/fields/check-field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';

const volumes = ['0', '0.4', '0.8', '1'] as const;
type Volume = (typeof volumes)[number];

/** Display and speech settings of this device, independent of the person. */
export function SeenAndHeardPanel() {
  const isStall = useActor()?.userType === 'ESTANTE';
  const [volume, setVolume] = useState(() => volumes.find((one) => Number(one) === readVoice()) ?? '0.8');
  const [withPictures, setWithPictures] = useState(() => readChoice('pictures') === 'yes');

  function choose(next: Volume): void {
    setVolume(next);
    rememberVoice(Number(next));
    void speak(({ paid }) => paid(exampleAmount));
  }

  return (
    <Panel className="panel-body" aria-labelledby="ver-y-oir">
      <h2 id="ver-y-oir">{texts.title}</h2>
      {isStall && (
        <CheckField
          label={texts.pictures}
          hint={texts.picturesNote}
          checked={withPictures}
          onChecked={(checked) => {
            setWithPictures(checked);
            keepChoice('pictures', checked ? 'yes' : 'no');
          }}
        />
      )}
      <div className="stack-8">
        <h3>{texts.voice}</h3>
        <p className="soft">{texts.voiceNote}</p>
        <FilterChips
          label={texts.voice}
          chips={volumes.map((value) => ({ value, label: texts.volumes[value] }))}
          chosen={volume}
          onChoose={choose}
        />
      </div>
      <div>
        <Button
          variant="secondary"
          icon={Volume2}
          disabled={volume === '0'}
          onClick={() => void speak(({ paid }) => paid(exampleAmount))}
        >
          {texts.tryVoice}
        </Button>
      </div>
    </Panel>
  );
}

/** Amount spoken to try the voice, pesos. */
const exampleAmount = 12_500;
