import { expect, test } from 'vitest';
import { clientExtras } from '#src/client/extras.ts';
import { guidesFor } from '#src/client/screens/help/guides-for.ts';
import { guidesOf, type Guide } from '#src/client/texts/help-texts.ts';

const core: Readonly<Record<string, readonly Guide[]>> = guidesOf;

test('extras name only guides and steps of the core, without which their help would be lost or misplaced', () => {
  for (const { helpGuides = [], helpSteps = [] } of Object.values(clientExtras)) {
    for (const { roles, before, guide } of helpGuides)
      for (const role of roles) {
        expect((core[role] ?? []).map(({ id }) => id)).toContain(before);
        expect(guidesFor(role).map(({ id }) => id)).toContain(guide.id);
      }
    for (const { guide, after } of helpSteps) {
      const found = Object.values(core)
        .flat()
        .find(({ id }) => id === guide);
      expect(found?.steps.map(({ picture }) => picture)).toEqual(
        after === undefined ? expect.anything() : expect.arrayContaining([after]),
      );
    }
  }
});
