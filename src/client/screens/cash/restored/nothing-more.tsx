import { callServer } from '#src/client/api/call-server.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { questionTexts, restoredTexts as texts } from '#src/client/texts/restored-texts.ts';
import { restoredCalls } from '#src/contract/restored/calls.ts';
import type { RestoreKind } from '#src/contract/restored/schemas.ts';

interface NothingMoreProps {
  epoch: number;
  /** Kinds that this answer covers; a single kind has its own wording. */
  kinds: readonly RestoreKind[];
  onClose: (isDone: boolean) => void;
}

/** No hice más: asked once, and stored with the person's name and the time. */
export function NothingMore({ epoch, kinds, onClose }: NothingMoreProps) {
  const staleAfter = useStaleAfter();
  const [only, ...more] = kinds;
  const isOne = only !== undefined && more.length === 0;
  return (
    <MoneyConfirm
      subject={`restored ${epoch} ${kinds.join(' ')}`}
      body={{ epoch, kinds: [...kinds] }}
      send={(opId, body) => callServer(restoredCalls.answerRestored, { opId, body })}
      title={isOne ? questionTexts[only].askNothing : texts.askNothing}
      no={texts.askNo}
      yes={isOne ? questionTexts[only].nothingMore : texts.nothingMore}
      onNo={() => onClose(false)}
      onDone={() => {
        void staleAfter('restore confirmed');
        onClose(true);
      }}
    >
      <p>{texts.askNothingNote}</p>
      {!isOne && (
        <ul>
          {kinds.map((kind) => (
            <li key={kind}>{questionTexts[kind].nothingMore}</li>
          ))}
        </ul>
      )}
    </MoneyConfirm>
  );
}
