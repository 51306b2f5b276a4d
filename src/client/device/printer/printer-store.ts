import { type ChosenPrinter, keepChosen, readChosen } from './chosen-printer.ts';
import { encodePaper, type PaperPart } from './encode-paper.ts';
import { type JobResult, jobPatience, runJob, type SeenPaper } from './print-job.ts';
import { countPrint, printsOf } from './print-numbers.ts';
import {
  PrinterError,
  type PrinterFault,
  type PrinterList,
  type PrinterPort,
  type PrinterTransport,
} from './printer-port.ts';

/** The printer's state as this device knows it. `ready` means that it is plugged in and was not seen without paper. */
export type PrinterState =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking'; readonly printer: ChosenPrinter }
  | { readonly kind: 'away'; readonly printer: ChosenPrinter }
  | { readonly kind: 'ready'; readonly printer: ChosenPrinter; readonly paper: SeenPaper }
  | { readonly kind: 'no-paper'; readonly printer: ChosenPrinter; readonly since: number };

/** Result of the last attempt to print one paper. */
export type PrintRun =
  | { readonly kind: 'idle' }
  | { readonly kind: 'printing' }
  | { readonly kind: 'printed'; readonly number: number }
  | { readonly kind: 'failed'; readonly fault: PrinterFault };

/** A paper that is printed: its name for the print number, and how to draw it. */
export type PrintRequest = {
  readonly paper: string;
  readonly draw: () => Promise<PaperPart[][]>;
  readonly opensDrawer?: boolean;
};

export type PrinterPorts = {
  readonly transports: Record<ChosenPrinter['way'], PrinterTransport>;
  /** Runs `job` while no other window of this device prints. */
  readonly alone: <T>(job: () => Promise<T>) => Promise<T>;
  readonly now: () => number;
  readonly patience?: typeof jobPatience;
};

const idle: PrintRun = { kind: 'idle' };

/** The printer of this device: which it is, how it is, and what is being printed. One for each page. */
export class PrinterStore {
  readonly #ports: PrinterPorts;
  #state: PrinterState;
  #isWatching = false;
  readonly #runs = new Map<string, PrintRun>();
  readonly #listeners = new Set<() => void>();

  constructor(ports: PrinterPorts) {
    this.#ports = ports;
    const kept = readChosen();
    this.#state = kept === null ? { kind: 'none' } : { kind: 'looking', printer: kept };
  }

  readonly read = (): PrinterState => this.#state;
  readonly readRun = (paper: string): PrintRun => this.#runs.get(paper) ?? idle;

  /** The first listener makes it look for the printer, then whenever a cable is plugged in or pulled. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#isWatching) {
      this.#isWatching = true;
      void this.look();
      for (const transport of Object.values(this.#ports.transports)) transport.watch(() => void this.look());
    }
    return () => this.#listeners.delete(listener);
  };

  /** Looks whether the printer is plugged in; opens nothing. */
  async look(): Promise<void> {
    const printer = this.#chosen();
    if (printer === null) return;
    const port = await this.#findPort(printer);
    if (this.#chosen()?.identity !== printer.identity) return;
    if (port === null) this.#become({ kind: 'away', printer });
    else if (this.#state.kind === 'looking' || this.#state.kind === 'away')
      this.#become({ kind: 'ready', printer, paper: 'unknown' });
  }

  /** Opens the browser's list; it needs a tap. Returns null when a printer was chosen. */
  async choose(
    way: ChosenPrinter['way'],
    list: PrinterList,
    { roll }: Pick<ChosenPrinter, 'roll'>,
  ): Promise<PrinterFault | 'none-chosen' | null> {
    try {
      const port = await this.#ports.transports[way].choose(list);
      if (port === null) return 'none-chosen';
      const { identity, name } = port;
      const printer: ChosenPrinter = {
        way,
        identity,
        name,
        isBluetooth: list === 'bluetooth',
        roll,
        dialect: 'dots',
        baudRate: 115_200,
        isTested: false,
        printedAt: 0,
      };
      keepChosen(printer);
      this.#become({ kind: 'ready', printer, paper: 'unknown' });
      return null;
    } catch (error) {
      if (error instanceof PrinterError) return error.fault;
      throw error;
    }
  }

  change(settings: Partial<ChosenPrinter>): void {
    if (this.#state.kind === 'none') return;
    const printer = { ...this.#state.printer, ...settings };
    keepChosen(printer);
    this.#become({ ...this.#state, printer });
  }

  forget(): void {
    keepChosen(null);
    this.#become({ kind: 'none' });
  }

  /** Asks the printer for its paper without printing. */
  check(): Promise<JobResult> {
    return this.#send([]);
  }

  /** Prints a paper. While it is being printed, another call does nothing; after that it prints one more copy. */
  async print(request: PrintRequest): Promise<PrintRun> {
    const { paper } = request;
    const before = this.readRun(paper);
    if (before.kind === 'printing') return before;
    this.#setRun(paper, { kind: 'printing' });
    let run: PrintRun = { kind: 'failed', fault: 'not-drawn' };
    try {
      const result = await this.#send(await this.#draw(request), () => countPrint(paper));
      if (result.kind === 'printed') {
        run = { kind: 'printed', number: printsOf(paper) };
        this.change({ printedAt: this.#ports.now() });
      } else run = result;
    } catch (error) {
      if (!(error instanceof PrinterError)) throw error;
      run = { kind: 'failed', fault: error.fault };
    } finally {
      // Whatever happened, the next tap prints again.
      this.#setRun(paper, run);
    }
    return run;
  }

  async #draw({ draw, opensDrawer = false }: PrintRequest): Promise<Uint8Array[]> {
    const papers = await draw();
    const dialect = this.#chosen()?.dialect ?? 'dots';
    return papers.flatMap((parts, place) =>
      encodePaper(parts, { dialect, opensDrawer: opensDrawer && place === 0 }),
    );
  }

  async #send(pieces: readonly Uint8Array[], onFirstByte?: () => void): Promise<JobResult> {
    const printer = this.#chosen();
    if (printer === null) return { kind: 'failed', fault: 'not-chosen' };
    const { baudRate } = printer;
    const { alone, patience = jobPatience } = this.#ports;
    const result = await alone(async (): Promise<JobResult> => {
      const port = await this.#findPort(printer);
      if (port === null) return { kind: 'failed', fault: 'away' };
      return runJob(port, pieces, { baudRate, patience, ...(onFirstByte && { onFirstByte }) });
    });
    this.#learn(printer.identity, result);
    return result;
  }

  /** The state that a job leaves behind. */
  #learn(identity: string, result: JobResult): void {
    const printer = this.#chosen();
    if (printer?.identity !== identity) return;
    if (result.kind === 'printed') this.#become({ kind: 'ready', printer, paper: result.paper });
    else if (result.fault === 'no-paper')
      this.#become({ kind: 'no-paper', printer, since: this.#ports.now() });
    else if (result.fault === 'away' || result.fault === 'unplugged') this.#become({ kind: 'away', printer });
  }

  /** The chosen printer as it is plugged in now; null when it is away. */
  async #findPort({ way, identity }: ChosenPrinter): Promise<PrinterPort | null> {
    const ports = await this.#ports.transports[way].known();
    return ports.find((port) => port.identity === identity) ?? null;
  }

  #chosen(): ChosenPrinter | null {
    return this.#state.kind === 'none' ? null : this.#state.printer;
  }

  #become(state: PrinterState): void {
    this.#state = state;
    this.#tell();
  }

  #setRun(paper: string, run: PrintRun): void {
    this.#runs.set(paper, run);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
