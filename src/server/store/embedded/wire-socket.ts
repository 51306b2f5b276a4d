import { Duplex } from 'node:stream';

const END_OF_SESSION = 'X'.charCodeAt(0);

/** What `pg` expects of a socket. What the client writes in one go (it corks a prepared statement) travels as one message. */
export class WireSocket extends Duplex {
  readonly #ask: (bytes: Uint8Array) => void;

  constructor(ask: (bytes: Uint8Array) => void) {
    super();
    this.#ask = ask;
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed as they come; the client asks one question at a time, so nothing piles up.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#pass([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#pass(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** The client reuses its buffers, so the bytes are copied once here and then handed over, not copied again. */
  #pass(chunks: readonly Buffer[]): void {
    if (chunks[0]?.[0] === END_OF_SESSION) return;
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    this.#ask(bytes);
  }
}
