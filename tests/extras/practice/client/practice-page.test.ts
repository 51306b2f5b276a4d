import { describe, expect, it } from 'vitest';
import { extraPageAt } from '#src/client/extra-pages.ts';
import { practicePath } from '#src/client/state/practice/practicing.ts';
import { practicePages } from '#src/extras/practice/page.ts';

describe('the address of practice', () => {
  it('is the one by which the core recognises a document of practice', () => {
    expect(Object.keys(practicePages)).toEqual([`${practicePath}/*`]);
  });

  it.each([practicePath, `${practicePath}/`, `${practicePath}/cobre-a-rosa/dashboard/escanear`])(
    '%s opens practice',
    (path) => expect(extraPageAt(path)).toBe(practicePages['/practica/*']),
  );

  it.each(['/', '/login', '/practicar', '/dashboard/practica'])('%s opens the application', (path) =>
    expect(extraPageAt(path)).toBeUndefined(),
  );
});
