import { describe, expect, it, vi } from 'vitest';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { readOn } from '#src/client/queries/read-on.ts';
import { countText } from '#src/client/texts/lists-texts.ts';
import { countOf } from '#src/contract/accounts/user-list.ts';

type Page = { items: string[]; nextCursor: string | null };
const page = (items: string[], nextCursor: string | null): CallAnswer<Page> => ({
  kind: 'ok',
  status: 200,
  replayed: false,
  data: { items, nextCursor },
});

describe('a page of a search', () => {
  const { signal } = new AbortController();

  it('continues after an empty one, and stops at the first row', async () => {
    const read = vi
      .fn<(cursor: string | undefined) => Promise<CallAnswer<Page>>>()
      .mockResolvedValueOnce(page([], 'b'))
      .mockResolvedValueOnce(page([], 'c'))
      .mockResolvedValueOnce(page(['Luz'], 'd'));
    expect(await readOn(read, 'a', signal)).toEqual(page(['Luz'], 'd'));
    expect(read.mock.calls).toEqual([['a'], ['b'], ['c']]);
  });

  it('is empty at the end, and reports an error on the way', async () => {
    expect(await readOn(() => Promise.resolve(page([], null)), undefined, signal)).toEqual(page([], null));
    const failed = { kind: 'unreachable', reason: 'network', retryAfterMs: undefined } as const;
    const read = vi
      .fn<() => Promise<CallAnswer<Page>>>()
      .mockResolvedValueOnce(page([], 'b'))
      .mockResolvedValueOnce(failed);
    expect(await readOn(read, undefined, signal)).toBe(failed);
  });

  it('stops loading once it is cancelled', async () => {
    const asked = new AbortController();
    const read = vi.fn(() => {
      if (read.mock.calls.length === 2) asked.abort();
      return Promise.resolve(page([], 'on'));
    });
    expect(await readOn(read, undefined, asked.signal)).toEqual(page([], 'on'));
    expect(read).toHaveBeenCalledTimes(2);
  });
});

it('reports accounts whose counting stopped at a limit as more', () => {
  const counts = { PENDIENTE: 3, APROBADO: 1_000, RECHAZADO: 2 };
  const said = (of: Parameters<typeof countOf>[0], status?: 'PENDIENTE' | 'APROBADO') => {
    const { count, isMore } = countOf(of, status);
    return countText(count, isMore);
  };
  expect([said({ counts }), said({ counts }, 'APROBADO')]).toEqual(['1,005', '1,000']);
  const more = ['APROBADO' as const];
  expect([
    said({ counts, more }),
    said({ counts, more }, 'APROBADO'),
    said({ counts, more }, 'PENDIENTE'),
  ]).toEqual(['más de 1,000', 'más de 1,000', '3']);
});
