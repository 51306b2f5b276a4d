import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { announce, speak } from '#src/client/device/voice/announce.ts';
import { refusedPaperTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { PictureBar } from './picture-bar.tsx';
import { PictureResult } from './picture-result.tsx';

const sayWhatToDo = () => void speak(({ showPaper }) => showPaper());

/** Bar over the camera, which speaks the instruction once. */
export function ScanBar() {
  const navigate = useNavigate();
  useEffect(() => {
    sayWhatToDo();
  }, []);
  return <PictureBar onBack={() => void navigate('/dashboard/home')} onRepeat={sayWhatToDo} />;
}

/** A voucher or code that the stall must not accept, whatever the reason. */
export function PictureRefusal({ onAgain }: { onAgain: () => void }) {
  useEffect(() => {
    announce('refused', ({ badPaper }) => badPaper());
  }, []);
  return (
    <PictureResult
      kind="refused"
      verdict={refusedPaperTexts.verdict}
      onRepeat={() => void speak(({ badPaper }) => badPaper())}
      onNext={onAgain}
    />
  );
}
