import { describe, expect, it } from 'vitest';
import { isTransient, retryTransaction, toStoredAnswer } from '#src/server/ledger/receipts.ts';

const failing = (code: string) => Object.assign(new Error(code), { code });

describe('work that lost against another session', () => {
  const tries = async (errors: Error[], most?: number) => {
    let count = 0;
    const work = () => {
      const error = errors[count];
      count += 1;
      return error ? Promise.reject(error) : Promise.resolve('done');
    };
    const result = await (most === undefined ? retryTransaction(work) : retryTransaction(work, most)).catch(
      (error: Error) => error.message,
    );
    return [result, count];
  };

  it.each(['23505', '40001', '40P01'])('is retried: %s', async (code) => {
    expect(isTransient(failing(code))).toBe(true);
    expect(await tries([failing(code), failing(code)])).toEqual(['done', 3]);
  });

  it('fails after eight attempts, and at once for another reason', async () => {
    const lost = Array.from({ length: 9 }, () => failing('40P01'));
    expect(await tries(lost)).toEqual(['40P01', 8]);
    expect(await tries(lost.slice(0, 7))).toEqual(['done', 8]);
    expect(await tries(lost, 2)).toEqual(['40P01', 2]);
    expect(await tries([failing('23514')])).toEqual(['23514', 1]);
    for (const other of [new Error('no code'), { code: '40P01' }, null, '40P01'])
      expect(isTransient(other)).toBe(false);
  });
});

it('the first answer to an operation belongs to one body', () => {
  const receipt = { bodyHash: 'h', refusal: null, answer: {} };
  const read = (answer: unknown) => answer;
  expect(toStoredAnswer(receipt, 'other', read, true)).toEqual({
    kind: 'refused',
    code: 'KEY_REUSED',
    replayed: false,
  });
});
