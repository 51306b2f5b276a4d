import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '#src/server/nouns/accounts/common-passwords.ts';

const own = ['Rosalba Giraldo', 'rosalba@plaza.co', 'Plaza La Esperanza'];

describe('a password that attackers try first', () => {
  it.each([
    '123456',
    '1234567890',
    'aaaaaa',
    '      ',
    'abababab',
    'qwerty',
    'Qwerty123',
    'asdfghjkl1',
    'password',
    'P4ssw0rd!',
    'Contraseña2026',
    'colombia10',
    'Mercado2026*',
    '19870512',
    'teamo123',
    'holahola',
    'Rosalba1',
    'rosalba.giraldo',
    'esperanza77',
    '654321abc',
    '1998-12-03',
    '03/12/1998',
    '12 03 98',
    'Abcd1234',
    'demo1234',
    'a1b2c3',
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password, own)).toBe(true);
  });

  it.each([
    'clave-segura',
    'clave-nueva',
    'mi-clave-secreta',
    'tres ollas y un bote',
    'x7kq!mz2',
    'panela con queso',
    '82741593604',
  ])('%s is taken', (password) => {
    expect(isCommonPassword(password, own)).toBe(false);
  });
});
