import '#tests/support/browser/browser-globals.ts';
import { describe, expect, it } from 'vitest';
import {
  accountErrors,
  emptyRegistration,
  fieldErrors,
  registrationErrors,
} from '#src/client/screens/register/registration-form.ts';
import { emailField } from '#src/contract/fields.ts';
import { identificationSentences } from '#src/domain/identification-sentence.ts';

const good = {
  ...emptyRegistration,
  ownerName: 'Rosalba Giraldo',
  userType: 'ESTANTE',
  estanteName: 'Rosalba',
  globalMarketId: 'ABC234',
  email: 'rosalba@mercado.co',
  phone: '3105550101',
  password: 'secreto',
  passwordConfirm: 'secreto',
};
const wrong = (change: Partial<typeof emptyRegistration>) => registrationErrors({ ...good, ...change });

describe('the registration form', () => {
  it('accepts the fields of each account type', () => {
    expect(registrationErrors(good)).toEqual({});
    expect(wrong({ userType: 'RECARGA', estanteName: '' })).toEqual({});
    expect(wrong({ userType: 'GLOBAL_MARKET', marketName: 'Plaza', globalMarketId: '' })).toEqual({});
    expect(wrong({ userType: 'PROVEEDOR', globalMarketId: '', estanteName: '' })).toEqual({});
  });

  it('validates an email like the server, whose later refusal would not be understood', () => {
    for (const email of ['a@b..co', 'a@b.', 'a b@c.co', 'a@b', 'a@b@c.co']) {
      expect(wrong({ email })).toEqual({ email: 'El formato del correo electrónico es inválido' });
      expect(emailField.safeParse(email).success).toBe(false);
    }
    expect(wrong({ email: ' rosalba@mercado.com.co ' })).toEqual({});
  });

  it('asks a customer only for a name and an identification', () => {
    const customer = { ...emptyRegistration, userType: 'USUARIO', consent: 'yes' };
    expect(registrationErrors(customer)).toEqual({
      ownerName: 'El nombre del Nombre es requerido',
      identificacion: 'El número de identificación es requerido',
    });
    expect(registrationErrors({ ...customer, ownerName: 'Ana', identificacion: '5234' })).toEqual({});
    const unclear = { ...customer, ownerName: 'Ana', identificacion: '900.123.456-7' };
    expect(registrationErrors(unclear)).toEqual({
      identificacion: identificationSentences['unclear-digit'],
    });
    expect(registrationErrors({ ...unclear, identificacion: 'NIT 900.123.456-7' })).toEqual({
      identificacion: identificationSentences['wrong-digit'],
    });
  });

  it('names all missing fields at once, and treats spaces as empty', () => {
    const blank = Object.fromEntries(Object.keys(emptyRegistration).map((field) => [field, '  ']));
    const errors = registrationErrors({
      ...emptyRegistration,
      ...blank,
      userType: '',
      password: '',
      passwordConfirm: '',
    });
    expect(Object.keys(errors).toSorted()).toEqual(['email', 'ownerName', 'password', 'phone', 'userType']);
  });

  it.each([
    ['ESTANTE', 'estanteName', 'El nombre del estante es requerido'],
    ['ESTANTE', 'globalMarketId', 'El id del mercado global es requerido'],
    ['RECARGA', 'globalMarketId', 'El id del mercado global es requerido'],
    ['GLOBAL_MARKET', 'marketName', 'El nombre del mercado global es requerido'],
  ])('%s: without %s it shows "%s"', (userType, field, sentence) => {
    const given = { userType, marketName: 'Plaza', [field]: '' };
    expect(wrong(given)).toEqual({ [field]: sentence });
  });

  it.each([
    ['ownerName', 'Rosa', 'El nombre debe tener al menos 5 caracteres'],
    ['phone', '310555010', 'El número de teléfono debe tener 10 dígitos'],
    ['phone', '31055501011', 'El número de teléfono debe tener 10 dígitos'],
    ['phone', '310555010a', 'El número de teléfono debe tener 10 dígitos'],
  ] as const)('%s "%s": %s', (field, value, sentence) => {
    expect(wrong({ [field]: value })).toEqual({ [field]: sentence });
  });

  it('requires a password of six characters, repeated; spaces count', () => {
    expect(accountErrors({ ...good, password: 'cinco', passwordConfirm: 'cinco' })).toEqual({
      password: 'La contraseña debe tener al menos 6 caracteres',
    });
    expect(accountErrors({ ...good, passwordConfirm: 'Secreto' })).toEqual({
      passwordConfirm: 'Las contraseñas no coinciden',
    });
    expect(accountErrors({ ...good, password: '      ', passwordConfirm: '      ' })).toEqual({});
  });

  it('marks the field of a refusal although the server names none', () => {
    const refused = (code: string, fields = {}) => fieldErrors({ code, message: 'No es así.', fields });
    expect(refused('UNKNOWN_MARKET')).toEqual({ globalMarketId: 'No es así.' });
    expect(refused('EMAIL_TAKEN')).toEqual({ email: 'No es así.' });
    expect(refused('INVALID_REQUEST', { phone: 'No es válido.', token: 'x' })).toEqual({
      phone: 'No es válido.',
    });
    expect(refused('SOMETHING_ELSE')).toEqual({});
  });
});
