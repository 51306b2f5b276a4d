import '#tests/support/browser/browser-globals.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { leave, show } from '#tests/support/browser/fake-hooks.ts';

const report = vi.hoisted(() => vi.fn<(error: unknown) => void>());
vi.mock('react', () => import('#tests/support/browser/fake-hooks.ts'));
vi.mock('#src/client/money/operation/use-answer.ts', () => ({
  useAnswer: (opId: OpId | null) => ({ kind: opId === null ? 'none' : 'asking' }),
}));
vi.mock('#src/client/state/report-disk.ts', () => ({ reportDiskFault: report }));
const { usePlacement } = await import('#src/client/money/operation/use-placement.ts');

afterEach(() => {
  leave();
  report.mockClear();
});

const commands = {} as Commands;
const shown = (load: () => Promise<Commands> = () => Promise.resolve(commands)) =>
  show(() => usePlacement<OpId, { message: string }>(load, newOpId));

describe('placing an operation', () => {
  it('writes it once, however often the button is tapped', async () => {
    const write = vi.fn((_commands: Commands | null, opId: OpId) => Promise.resolve(opId));
    const first = shown().place(write);
    expect(shown().busy).toBe(true);
    await Promise.all([first, shown().place(write)]);
    await shown().place(write);
    expect(write).toHaveBeenCalledOnce();
    expect(shown().placed).toBe(write.mock.calls[0]?.[1]);
  });

  it('retries under the same id after a refusal, and forgets the refusal once it is placed', async () => {
    const ids: OpId[] = [];
    await shown().place((_commands, opId) => {
      ids.push(opId);
      return Promise.resolve({ message: 'No alcanza.' });
    });
    expect(shown()).toMatchObject({ refusal: { message: 'No alcanza.' }, placed: null, busy: false });
    await shown().place((_commands, opId) => {
      ids.push(opId);
      return Promise.resolve(opId);
    });
    expect(ids[1]).toBe(ids[0]);
    expect(shown()).toMatchObject({ refusal: null, placed: ids[0] });
  });

  it('starts another operation under another id', async () => {
    await shown().place((_commands, opId) => Promise.resolve(opId));
    const { placed } = shown();
    shown().startAgain();
    expect(shown()).toMatchObject({ placed: null, refusal: null, busy: false });
    await shown().place((_commands, opId) => Promise.resolve(opId));
    expect(shown().placed).not.toBe(placed);
  });

  it('reports a failure to read or store, and stops waiting', async () => {
    const lost = new Error('UnknownError');
    await shown().place(() => Promise.reject(lost));
    expect(report).toHaveBeenCalledWith(lost);
    expect(shown()).toMatchObject({ busy: false, placed: null });
  });

  it('lets the screen report that the commands failed to load', async () => {
    await shown(() => Promise.reject(new Error('no link'))).place((loaded) =>
      Promise.resolve({ message: loaded === null ? 'Falta una parte.' : '' }),
    );
    expect(shown().refusal).toEqual({ message: 'Falta una parte.' });
    expect(report).not.toHaveBeenCalled();
  });
});
