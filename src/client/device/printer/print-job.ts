import { askPaper, type PaperState, readPaper } from './escpos.ts';
import { type OpenPrinter, PrinterError, type PrinterFault, type PrinterPort } from './printer-port.ts';

/** The paper sensor after a job; `unknown`: the printer does not report it. */
export type SeenPaper = PaperState | 'unknown';

export type JobResult =
  | { readonly kind: 'printed'; readonly paper: SeenPaper }
  | { readonly kind: 'failed'; readonly fault: PrinterFault };

/** How long a printer may take, ms. A band of 9 kB is half a second at 115,200 baud, and eight at 9,600. */
export const jobPatience = { answerMs: 400, bandMs: 20_000, closeMs: 20_000, openMs: 15_000 };

type JobOptions = {
  baudRate: number;
  patience?: typeof jobPatience;
  /** Called once, before the first byte of a paper leaves. */
  onFirstByte?: () => void;
};

/** Sends `pieces` to the printer. Never throws for what a printer can do: each way out is a result. */
export async function runJob(
  port: PrinterPort,
  pieces: readonly Uint8Array[],
  { baudRate, patience = jobPatience, onFirstByte }: JobOptions,
): Promise<JobResult> {
  try {
    const printer = await opened(port, baudRate, patience);
    let after: 'whole' | 'failed' = 'failed';
    // Not for ever: a printer without paper takes no more bytes.
    const close = () => within(printer.close(after), patience.closeMs, 'stuck');
    try {
      const before = await paperOf(printer, patience);
      if (before === 'out') throw new PrinterError('no-paper');
      if (pieces.length > 0) onFirstByte?.();
      for (const piece of pieces) await within(printer.write(piece), patience.bandMs, 'stuck');
      const since = before === 'unknown' || pieces.length === 0 ? before : await paperOf(printer, patience);
      if (since === 'out') throw new PrinterError('no-paper');
      after = 'whole';
      await close();
      return { kind: 'printed', paper: since === 'unknown' ? before : since };
    } finally {
      // Its own fault is the one to report.
      if (after === 'failed') await close().catch(() => undefined);
    }
  } catch (error) {
    if (error instanceof PrinterError) return { kind: 'failed', fault: error.fault };
    throw error;
  }
}

/** An open printer; one that opens too late is closed again, or it would look like another program's from then on. */
async function opened(
  port: PrinterPort,
  baudRate: number,
  { openMs }: typeof jobPatience,
): Promise<OpenPrinter> {
  let isLate = false;
  const opening = port.open(baudRate);
  const closedWhenLate = opening.then(
    (printer) => (isLate ? printer.close('failed') : undefined),
    () => undefined,
  );
  try {
    return await within(opening, openMs, 'away');
  } catch (error) {
    isLate = true;
    void closedWhenLate;
    throw error;
  }
}

async function paperOf(printer: OpenPrinter, patience: typeof jobPatience): Promise<SeenPaper> {
  await within(printer.write(askPaper()), patience.bandMs, 'stuck');
  const until = Date.now() + patience.answerMs;
  for (let left = patience.answerMs; left > 0; left = until - Date.now()) {
    const answer = await printer.read(left);
    if (answer === null) return 'unknown';
    const paper = readPaper(answer);
    if (paper !== null) return paper;
  }
  return 'unknown';
}

/** The result of `work`, or a printer's fault when it takes too long. */
async function within<T>(work: Promise<T>, timeoutMs: number, fault: PrinterFault): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PrinterError(fault)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
