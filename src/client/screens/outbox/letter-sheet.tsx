import { ArrowLeft, CopyCheck, HardDrive, Lock, Share2, Usb } from 'lucide-react';
import { type ReactNode, lazy, useEffect, useState } from 'react';
import {
  canShareCarried,
  type CarriedFile,
  fileStem,
  saveCarried,
  shareCarried,
} from '#src/client/device/files/carried-file.ts';
import type { WrittenLetter } from '#src/client/local/device/letters.ts';
import type { LetterFacts } from '#src/client/local/live/letter-facts.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { formatOrSay } from '#src/client/shared/dates.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { Optional } from '#src/client/shared/problem/crash-guard.tsx';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { serverNow } from '#src/client/state/server-clock.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { letterTexts as texts } from '#src/client/texts/sync/letter-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { messengerPath } from '#src/contract/sync/messenger-path.ts';
import styles from './letters.module.css';

const QrCode = lazy(() =>
  import('#src/client/shared/print/qr-code.tsx').then((m) => ({ default: m.QrCode })),
);

interface LetterSheetProps {
  letters: LetterFacts;
  onClose: () => void;
}

/** Shows the letter's content and the two ways to hand it over. It is written once, when the sheet opens. */
export function LetterSheet({ letters, onClose }: LetterSheetProps) {
  const loadCommands = useCommands();
  const written = useWrittenLetter();

  async function noteSent(letter: Extract<WrittenLetter, { kind: 'written' }>): Promise<void> {
    // First, so that the panel that says it left can take the focus.
    onClose();
    await (await loadCommands()).noteLetterSent({ number: letter.number, ...letter.carried });
  }

  return (
    <Overlay label={texts.send} look="bare" onClose={onClose}>
      <div className={styles.sheet}>
        <header className={styles.head}>
          <Button variant="text" icon={ArrowLeft} data-safe onClick={onClose} aria-label={commonTexts.back} />
          <h1>{texts.send}</h1>
        </header>
        <div className={styles.inside}>
          <Contents written={written} letters={letters} />
        </div>
        {written?.kind === 'written' && <Ways letter={written} onSent={noteSent} />}
      </div>
    </Overlay>
  );
}

function useWrittenLetter(): WrittenLetter | null {
  const loadCommands = useCommands();
  const [written, setWritten] = useState<WrittenLetter | null>(null);
  useEffect(() => {
    let isGone = false;
    const write = async (): Promise<void> => {
      const letter = await (await loadCommands()).writeLetter();
      if (!isGone) setWritten(letter);
    };
    write().catch(reportDiskFault);
    return () => {
      isGone = true;
    };
  }, [loadCommands]);
  return written;
}

function Contents({ written, letters }: { written: WrittenLetter | null; letters: LetterFacts }) {
  const isPoint = useActor()?.userType === 'RECARGA';
  if (written === null)
    return (
      <p role="status" className="soft">
        {texts.writing}
      </p>
    );
  if (written.kind !== 'written') return <Notice kind="refused">{texts.noKey}</Notice>;
  const { count, sum } = written.carried;
  return (
    <>
      <Panel className={styles.facts}>
        <FactList
          facts={[
            ...(count === 0
              ? [{ name: texts.inside, value: texts.nothing }]
              : [
                  { name: texts.inside, value: texts.counted(isPoint ? 'topUps' : 'sales', count) },
                  { name: texts.sum, value: amountText(sum) },
                ]),
            { name: texts.until, value: untilText(letters.sellsUntil) },
          ]}
        />
      </Panel>
      <ul className={styles.promises}>
        <Promised icon={<Icon of={Lock} />} what={texts.sealed} note={texts.sealedNote} />
        <Promised icon={<Icon of={CopyCheck} />} what={texts.several} note={texts.severalNote} />
        <Promised icon={<Icon of={HardDrive} />} what={texts.kept} note={texts.keptNote} />
      </ul>
      <CarrierPage />
    </>
  );
}

function untilText(sellsUntil: number): string {
  if (sellsUntil === 0) return texts.untilUnknown;
  return sellsUntil < serverNow() ? texts.untilOver : formatOrSay(sellsUntil, 'dddd D');
}

function Promised({ icon, what, note }: { icon: ReactNode; what: string; note: string }) {
  return (
    <li>
      {icon}
      <p>
        <b>{what}</b> {note}
      </p>
    </li>
  );
}

/** The carrier's phone reads the address with its camera; it needs no account. */
function CarrierPage() {
  const address = new URL(messengerPath, location.origin);
  return (
    <div className={styles.carrier}>
      <Optional fallback={<span className={styles.code} />}>
        <QrCode text={address.href} label={texts.carrierCode} size="6.5rem" className={styles.code} />
      </Optional>
      <p>
        {texts.carrier} <b>{address.host + address.pathname}</b>
      </p>
    </div>
  );
}

interface WaysProps {
  letter: Extract<WrittenLetter, { kind: 'written' }>;
  onSent: (letter: Extract<WrittenLetter, { kind: 'written' }>) => Promise<void>;
}

function Ways({ letter, onSent }: WaysProps) {
  const file: CarriedFile = {
    name: fileStem('sobre', letter.sealed.deviceName),
    text: JSON.stringify(letter.sealed),
  };
  const shares = canShareCarried([file]);
  async function share(): Promise<void> {
    const outcome = await shareCarried([file]);
    if (outcome === 'unsupported') showToast('error', texts.shareFailed);
    if (outcome === 'shared') await onSent(letter);
  }
  async function save(): Promise<void> {
    saveCarried(file);
    showToast('success', texts.saved);
    await onSent(letter);
  }
  return (
    <div className={styles.foot}>
      <Zocalo>
        <div className={styles.ways}>
          {shares && (
            <Button
              variant="on-zocalo"
              size="money"
              icon={Share2}
              wide
              onClick={() => void share().catch(reportDiskFault)}
            >
              {texts.share}
            </Button>
          )}
          <Button
            variant={shares ? 'on-zocalo-outline' : 'on-zocalo'}
            size={shares ? 'base' : 'money'}
            icon={Usb}
            wide
            onClick={() => void save().catch(reportDiskFault)}
          >
            {texts.save}
          </Button>
        </div>
      </Zocalo>
    </div>
  );
}
