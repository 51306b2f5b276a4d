import { describe, expect, it } from 'vitest';
import { personName, shortPersonName } from '#src/client/texts/written/names.ts';

describe("people's names", () => {
  it.each([
    ['luz marina de la cruz', 'Luz Marina de la Cruz'],
    ['éver castaño', 'Éver Castaño'],
    ['McDonald', 'McDonald'],
    ['ana garcía-peña', 'Ana García-Peña'],
    ["sinéad o'connor", "Sinéad O'Connor"],
    ['ANA DÍAZ DE LA CRUZ', 'Ana Díaz de la Cruz'],
    ["María O'Higgins y García-Peña", "María O'Higgins y García-Peña"],
    ['ana', 'Ana'],
    ['', ''],
  ])('%j is written %j', (kept, written) => {
    expect(personName(kept)).toBe(written);
  });

  it.each([
    ['Jairo Martínez', 'Jairo M.'],
    ['luz marina ospina', 'Luz O.'],
    ['Ana', 'Ana'],
  ])('%j is the short form of %j', (name, short) => {
    expect(shortPersonName(name)).toBe(short);
  });
});
