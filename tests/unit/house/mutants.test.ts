import { afterEach, describe, expect, it } from 'vitest';
import { instrument } from '#lab/mutants/find-mutants.ts';
import { installSwitch } from '#lab/mutants/switch.ts';

/** Value of `export const result = ...` with each mutant active, by its replacement. */
async function resultsOf(source: string): Promise<Record<string, unknown>> {
  const { mutants, code } = instrument('planted.js', `${source}\n// ${Math.random()}`);
  const mutantSwitch = installSwitch();
  const results: Record<string, unknown> = {};
  for (const mutant of [null, ...mutants]) {
    mutantSwitch.wake(mutant?.id ?? null);
    const place = mutant ? `${mutant.original} => ${mutant.replacement}` : 'asleep';
    const module: unknown = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${code}// ${place}`)}`
    );
    results[place] = (module as { result: unknown }).result;
  }
  return results;
}

afterEach(() => {
  globalThis.$mutants = undefined;
});

describe('mutants', () => {
  it('are all inactive in one source, and active one at a time', async () => {
    expect(await resultsOf('const f = (a, b) => a < b && b !== 3;\nexport const result = f(1, 1);')).toEqual({
      asleep: false,
      'a < b && b !== 3 => undefined': undefined,
      'a < b && b !== 3 => a < b': false,
      'a < b && b !== 3 => b !== 3': true,
      'a < b => a <= b': true,
      'a < b => a >= b': true,
      'b !== 3 => b === 3': false,
    });
  });

  it('skip a call, while an else stays with its own if', async () => {
    const source = `const seen = []; const note = (it) => { seen.push(it); };
if (seen.length > 0) note('a'); else note('b');
export const result = seen;`;
    const results = await resultsOf(source);
    expect(results['asleep']).toEqual(['b']);
    expect(results["note('b'); => "]).toEqual([]);
    expect(results['seen.length > 0 => seen.length >= 0']).toEqual(['a']);
    expect(results["note('a'); => "]).toEqual(['b']);
  });

  it('keep a chain of ?. whole', async () => {
    const source = `const read = (it) => { try { return it?.name.at(0); } catch { return 'thrown'; } };
export const result = read(undefined);`;
    const results = await resultsOf(source);
    expect(results['asleep']).toBeUndefined();
    expect(results['it?.name.at(0) => it.name.at(0)']).toBe('thrown');
  });

  it('skip the name of a prepared statement, whose change cannot be noticed', () => {
    const source =
      "export const one = { name: 'one', text: 'select id from person' }; export const other = { name: 'a' };";
    const { mutants } = instrument('planted.ts', source);
    expect(mutants.map(({ original }) => original)).not.toContain("'one'");
    expect(mutants.map(({ original }) => original)).toContain("'a'");
  });

  it('change a lock, a comparison and an order in SQL, each with its place', () => {
    const text = 'select id from voucher where a <= $1 and b is null order by id desc for update';
    const { mutants } = instrument('planted.ts', `export const sql = '${text}';`);
    expect(mutants.map(({ replacement }) => replacement.slice(1, -1))).toEqual([
      text.replace(' for update', ''),
      text.replace('<=', '<'),
      text.replace(' and ', ' or '),
      text.replace('is null', 'is not null'),
      text.replace('desc', 'asc'),
    ]);
  });

  it('are named by their text, so that a line above changes no names', () => {
    const source = 'export const isLate = (at: number): boolean => at > 5;\n';
    const ids = (text: string) => instrument('planted.ts', text).mutants.map(({ id }) => id);
    expect(ids(`// A line.\n${source}`)).toEqual(ids(source));
    expect(new Set(ids(source + source.replace('isLate', 'isOld'))).size).toBe(2 * ids(source).length);
  });
});
