import { useEffect, useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { probeServer } from '#src/client/api/sync.ts';
import {
  CarriedDb,
  changeLetter,
  forgetDone,
  type CarriedLetter,
  keepLetter,
  watchLetters,
} from '#src/client/local/db/carried-letters.ts';
import { patchConnection } from '#src/client/state/connection.ts';
import { messengerTexts as texts } from '#src/client/texts/sync/messenger-texts.ts';
import { syncCalls } from '#src/contract/sync/calls.ts';
import { kindOfFile } from '#src/contract/sync/carried-kind.ts';
import { letterBytes, sealedLetterSchema } from '#src/contract/sync/letter.ts';
import { readJson } from '#src/domain/read-json.ts';
import { deliverWaiting, type Delivered } from './deliver.ts';

/** The server ends a call that has not arrived after a minute. */
const deliverTimeoutMs = 75_000;
/** The sealed text and the names around it. */
const fileBytes = letterBytes + 10_000;
const probeEveryMs = 10_000;

export type Messenger = {
  /** Undefined while they are being read. */
  letters: readonly CarriedLetter[] | undefined;
  /** Id of the letter on its way. */
  sending: string | null;
  isBusy: boolean;
  /** Stores letters. Returns a sentence for each file that is none. */
  take(files: readonly Carried[]): Promise<string[]>;
  noteSaved(ids: readonly string[]): Promise<void>;
  forget(): Promise<void>;
};

/** A file of this phone, or one that another application shared. */
export type Carried = { size: number; text(): Promise<string> };

/** The letters of this phone, and their delivery while the page is open. */
export function useMessenger(): Messenger {
  const [db] = useState(() => new CarriedDb());
  const [letters, setLetters] = useState<CarriedLetter[]>();
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [sending, setSending] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const wake = useRef<() => void>(() => undefined);

  useEffect(() => {
    return watchLetters(db, setLetters, (error) => setFailure({ error }));
  }, [db]);
  useEffect(() => {
    const driver = driveDelivery(db, setSending, setBusy, (error) => setFailure({ error }));
    wake.current = driver.wake;
    return driver.stop;
  }, [db]);
  const waiting = letters?.filter(({ state }) => state === 'waiting').length ?? 0;
  useEffect(() => {
    if (waiting > 0) wake.current();
  }, [waiting]);
  // The nearest error boundary says it: a phone that cannot store carries nothing.
  if (failure) throw failure.error;

  return {
    letters,
    sending,
    isBusy,
    take: async (files) => {
      const problems: string[] = [];
      for (const file of files) {
        const problem = await takeFile(db, file);
        if (problem !== null && !problems.includes(problem)) problems.push(problem);
      }
      return problems;
    },
    noteSaved: async (ids) => {
      for (const id of ids) await changeLetter(db, id, { savedAt: Date.now() });
    },
    forget: () => forgetDone(db),
  };
}

async function takeFile(db: CarriedDb, file: Carried): Promise<string | null> {
  if (file.size > fileBytes) return texts.tooLarge;
  const text = await file.text();
  const kind = kindOfFile(text);
  if (kind === 'mercado-respuesta') return texts.isAnswer;
  const letter = sealedLetterSchema.safeParse(readJson(text));
  if (!letter.success) return kind === 'mercado-carta' ? texts.changed : texts.notLetter;
  try {
    await keepLetter(db, letter.data, Date.now());
    return null;
  } catch {
    return texts.cannotKeep;
  }
}

/** Delivers while something waits, and otherwise asks now and then whether there is a link. */
function driveDelivery(
  db: CarriedDb,
  onSending: (id: string | null) => void,
  onBusy: (isBusy: boolean) => void,
  onFailure: (error: unknown) => void,
): { wake(): void; stop(): void } {
  const run = { isRunning: false, isWanted: false, isStopped: false };
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(): Promise<void> {
    run.isRunning = true;
    let result: Delivered = { waitMs: null, isBusy: false };
    do {
      run.isWanted = false;
      result = await deliverWaiting({
        db,
        deliver: (body) => callServer(syncCalls.deliverLetter, { body, timeoutMs: deliverTimeoutMs }),
        now: () => Date.now(),
        onSending,
        onLink: (link) => patchConnection({ link }),
      });
    } while (run.isWanted && result.waitMs === null && !run.isStopped);
    run.isRunning = false;
    if (run.isStopped) return;
    onBusy(result.isBusy);
    // With nothing to deliver there is no call that would tell.
    if (result.waitMs === null) patchConnection({ link: (await probeServer()) ? 'online' : 'offline' });
    clearTimeout(timer);
    timer = setTimeout(wake, result.waitMs ?? probeEveryMs);
  }

  function wake(): void {
    if (run.isStopped) return;
    run.isWanted = true;
    clearTimeout(timer);
    if (!run.isRunning) look().catch(onFailure);
  }

  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  wake();
  return {
    wake,
    stop: () => {
      run.isStopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    },
  };
}
