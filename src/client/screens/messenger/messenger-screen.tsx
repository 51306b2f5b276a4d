import { Download, MailCheck, MailPlus, Share2 } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { dropSharedLetters, readSharedLetters } from '#src/client/device/files/handed-file.ts';
import type { CarriedLetter } from '#src/client/local/db/carried-letters.ts';
import { CustomerBar } from '#src/client/shared/customer-page/customer-bar.tsx';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { messengerTexts as texts } from '#src/client/texts/sync/messenger-texts.ts';
import { PixelDrawing } from '#src/client/ui/brand/pixel-drawing.tsx';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { canShareAnswers, saveAnswers, shareAnswers } from './answers.ts';
import { ForgetLetters } from './forget-letters.tsx';
import { LetterList } from './letter-list.tsx';
import { type Carried, type Messenger, useMessenger } from './use-messenger.ts';
import page from '#src/client/shared/customer-page/customer-page.module.css';
import styles from './messenger.module.css';

/** A phone that carries letters: no account, and it works without a link. */
export function MessengerScreen() {
  useEffect(() => {
    document.title = `${texts.name} · ${appTexts.name}`;
  }, []);
  const messenger = useMessenger();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { letters, take } = messenger;
  const takeAll = (files: readonly Carried[]): void => {
    setProblems([]);
    void take(files).then(setProblems);
  };
  useSharedLetters(takeAll);

  function drop(event: DragEvent): void {
    event.preventDefault();
    takeAll([...event.dataTransfer.files]);
  }

  return (
    <div
      className={`${page.page} ${styles.page}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <CustomerBar words={texts} />
      <main className={styles.main}>
        {letters !== undefined && <Standing messenger={messenger} letters={letters} />}
        {problems.map((problem) => (
          <Notice key={problem} kind="refused">
            {problem}
          </Notice>
        ))}
      </main>
      {letters !== undefined && <NextStep messenger={messenger} letters={letters} onTake={takeAll} />}
    </div>
  );
}

/** Letters that were shared with the installed app are taken at once: they are sealed and name no one. */
function useSharedLetters(onTake: (files: readonly Carried[]) => void): void {
  const take = useRef(onTake);
  useEffect(() => {
    // Where it fails the letter is chosen by hand.
    const takeShared = async (): Promise<void> => {
      const shared = await readSharedLetters();
      if (shared.length === 0) return;
      take.current(shared);
      await dropSharedLetters();
    };
    takeShared().catch(() => undefined);
  }, []);
}

interface StandingProps {
  messenger: Messenger;
  letters: readonly CarriedLetter[];
}

function Standing({ messenger, letters }: StandingProps) {
  const { sending, isBusy } = messenger;
  const waiting = letters.filter(({ state }) => state === 'waiting');
  const delivered = letters.filter(({ state }) => state === 'delivered');
  const isOver = letters.length > 0 && waiting.length === 0;
  return (
    <>
      {isOver ? (
        <span className={styles.arrived}>
          <Icon of={MailCheck} size={44} />
        </span>
      ) : (
        <PixelDrawing name="letter" />
      )}
      <h1 className={styles.title}>{titleOf(letters, sending)}</h1>
      {sending !== null && <Progress done={letters.length - waiting.length} of={letters.length} />}
      {letters.length === 0 && <p className="soft">{`${texts.empty} ${texts.emptySteps}`}</p>}
      {waiting.length > 0 && <p className="strong">{texts.sealed(letters.length)}</p>}
      {isOver && delivered.length > 0 && <p>{delivered.length === 1 ? texts.thanks : texts.thanksSeveral}</p>}
      <LetterList letters={letters} sending={sending} isOver={isOver} />
      {waiting.length > 0 && (
        <p className="soft" role={isBusy ? 'status' : undefined}>
          {isBusy ? texts.busy : sending === null ? texts.stay : texts.goesOn}
        </p>
      )}
      {isOver && <ForgetLetters letters={letters} onForget={messenger.forget} />}
      <output className="visually-hidden" aria-live="polite">
        {saidOf(letters, sending)}
      </output>
    </>
  );
}

function titleOf(letters: readonly CarriedLetter[], sending: string | null): string {
  const done = letters.filter(({ state }) => state !== 'waiting').length;
  if (letters.length === 0 || (sending === null && done < letters.length)) return texts.title;
  if (sending !== null) return texts.delivering(Math.min(done + 1, letters.length), letters.length);
  const delivered = letters.filter(({ state }) => state === 'delivered').length;
  if (delivered === letters.length) return texts.delivered(delivered);
  return delivered === 0 ? texts.noneDelivered : texts.someFailed(delivered, letters.length);
}

/** Spoken at the start, after each letter, and at the end. */
function saidOf(letters: readonly CarriedLetter[], sending: string | null): string {
  const delivered = letters
    .filter(({ deliveredAt }) => deliveredAt !== null)
    .sort((a, b) => (a.deliveredAt ?? 0) - (b.deliveredAt ?? 0));
  const last = delivered.at(-1);
  const waits = letters.some(({ state }) => state === 'waiting');
  if (!waits && letters.length > 0) return titleOf(letters, null);
  if (last) return texts.saidOne(last.sealed.deviceName, delivered.length, letters.length);
  return sending === null ? '' : texts.saidStart(letters.length);
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={texts.progress}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={done}
    >
      <span style={{ inlineSize: `${((done + 0.5) / of) * 100}%` }} />
    </div>
  );
}

interface NextStepProps extends StandingProps {
  onTake: (files: readonly Carried[]) => void;
}

function NextStep({ messenger, letters, onTake }: NextStepProps) {
  const file = useRef<HTMLInputElement>(null);
  const delivered = letters.filter(({ state }) => state === 'delivered');
  const waits = letters.some(({ state }) => state === 'waiting');
  const isOver = delivered.length > 0 && !waits;
  const isOne = delivered.length === 1;

  function chosen({ target }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(target.files ?? [])];
    target.value = '';
    if (files.length > 0) onTake(files);
  }

  const note = (): void => void messenger.noteSaved(delivered.map(({ id }) => id));
  const save = (): void => {
    saveAnswers(delivered);
    note();
  };
  const share = (): void =>
    void shareAnswers(delivered).then((outcome) => (outcome === 'shared' ? note() : undefined));

  return (
    <div className={styles.foot}>
      <Zocalo>
        <div className={styles.ways}>
          {isOver && (
            <>
              <Button variant="on-zocalo" size="money" icon={Download} wide onClick={save}>
                {isOne ? texts.saveOne : texts.save}
              </Button>
              {canShareAnswers(delivered) && (
                <Button variant="on-zocalo-outline" icon={Share2} wide onClick={share}>
                  {isOne ? texts.shareOne : texts.share}
                </Button>
              )}
              <p className={styles.last}>{isOne ? texts.backOne : texts.back}</p>
            </>
          )}
          <Button
            variant={isOver ? 'on-zocalo-outline' : 'on-zocalo'}
            size={isOver ? 'base' : 'money'}
            icon={MailPlus}
            wide
            onClick={() => file.current?.click()}
          >
            {letters.length === 0 ? texts.bring : texts.bringAnother}
          </Button>
          {/* Any kind of file: a phone's own sharing may have changed the ending of its name. */}
          <input ref={file} type="file" multiple hidden aria-label={texts.bring} onChange={chosen} />
        </div>
      </Zocalo>
    </div>
  );
}
