import '#tests/support/browser/browser-globals.ts';
import { describe, expect, it } from 'vitest';
import { extraPageAt } from '#src/client/extra-pages.ts';
import { practicePath } from '#src/client/state/practice/practicing.ts';
import { practicePages } from '#src/extras/practice/page.ts';

describe('practice addresses', () => {
  it("match the core's check for a practice document", () => {
    expect(Object.keys(practicePages)).toEqual([`${practicePath}/*`]);
  });

  it.each([practicePath, `${practicePath}/`, `${practicePath}/cobre-a-rosa/dashboard/escanear`])(
    'open practice at %s',
    (path) => expect(extraPageAt(path)).toBe(practicePages['/practica/*']),
  );

  it.each(['/', '/login', '/practicar', '/dashboard/practica'])('open the application at %s', (path) =>
    expect(extraPageAt(path)).toBeUndefined(),
  );
});
