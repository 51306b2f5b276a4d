import type { Consent } from '#src/contract/personal-data/schemas.ts';

/** The words that a customer says yes to. A change of them is a new `noticeVersion` (contract/accounts/notice.ts). */
export const noticeText =
  'Vamos a guardar su nombre y su documento para cuidar su saldo. Puede pedir verlos o borrarlos. ¿Acepta?';

export const consentTexts = {
  accepted: 'Aceptó que guardemos sus datos',
  accept: 'Acepto que guarden mis datos',
  read: 'Léale el aviso',
  hear: 'Escuchar el aviso',
  policy: 'Ver la política de datos',
  needed: 'Lea el aviso y marque si acepta.',
} as const;

export const dataPolicyTexts = {
  title: 'Política de datos',
  of: (market: string) => `Política de datos de ${market}`,
  usual: [
    'El mercado guarda su nombre, su documento y, si los da, su teléfono y su correo. También sus recargas, compras y puntos.',
    'Sirven para una sola cosa: que su saldo sea suyo, que se pueda reponer un papel perdido y que las cuentas cuadren. No se venden ni se entregan a nadie más, salvo que la ley lo ordene.',
    'Usted puede preguntar qué se guarda, pedir una copia, corregirlo o pedir que se borre. El nombre y el documento se borran cuando ya no le quede saldo ni algo por decidir. Los movimientos de dinero se conservan sin su nombre.',
    'Preguntas y reclamos se responden en un máximo de 15 días hábiles. Si no queda conforme, puede acudir a la Superintendencia de Industria y Comercio (Ley 1581 de 2012).',
  ],
  years: (years: number) =>
    years === 1
      ? 'Después de 1 año sin usar su saldo, sus datos se borran.'
      : `Después de ${years} años sin usar su saldo, sus datos se borran.`,
  notice: 'Lo que se le lee al registrarse',
  contact: 'A quién escribir',
  noContact: 'Pregunte en el punto de recarga o a quien dirige el mercado.',
} as const;

const ways: Record<Consent['how'], string> = {
  staff: 'en persona',
  self: 'por su cuenta',
  offline: 'en persona, sin conexión',
};

export const personalDataTexts = {
  section: 'Datos personales',
  consent: 'Aceptación',
  noConsent: 'Sin constancia',
  noConsentNote: 'No hay constancia de que aceptara que se guarden sus datos. Léale el aviso.',
  record: 'Aceptó: anotarlo',
  recorded: 'Aceptación anotada',
  consentOf: (how: Consent['how'], date: string) => `Aceptó ${ways[how]} el ${date}`,
  heardBy: (operator: string, market: string) => [operator, market].filter((part) => part !== '').join(', '),
  words: (version: string) => `Aviso del ${version}`,
  kept: 'Todo lo que se guarda',
  keptNote: 'Nombre, documento, recargas, compras, puntos y quién cambió qué.',
  ownPart: (market: string) => `Lo que ${market} puede ver.`,
  see: 'Ver lo que se guarda',
  save: 'Guardar archivo (JSON)',
  print: 'Imprimir o guardar PDF',
  madeAt: (date: string) => `Al ${date}`,
  forget: 'Borrar sus datos',
  askForget: (name: string) => `¿Borrar los datos de ${name}?`,
  forgetNote:
    'Su nombre, documento, teléfono y correo se borran de todas partes. El dinero movido se queda como está, sin nombre. No se puede deshacer. Los puntos que tenga se pierden.',
  noForget: 'No borrar',
  yesForget: 'Sí, borrar sus datos',
  forgotten: 'Datos borrados',
  fileName: 'datos-personales',
  person: 'Persona',
  vouchers: 'Códigos',
  topUps: 'Recargas',
  purchases: 'Compras',
  refunds: 'Devoluciones',
  points: 'Puntos',
  decisions: 'Cambios de sus datos',
  none: 'Nada',
  ownTitle: 'Sus datos',
  ownNote: 'Lo que se guarda de su cuenta: quién es, dónde entró y qué decidió.',
  policyTitle: 'Datos personales de los clientes',
  policyContact: 'A quién escribir (correo, teléfono o lugar)',
  policyText: 'Texto de la política (vacío: el de siempre)',
  policyYears: 'Años sin uso para borrar un cliente (0: nunca)',
  policyYearsHint: 'Se cuentan desde su último movimiento. No se borra a nadie con saldo.',
  policySave: 'Guardar la política',
  policySaved: 'Política guardada',
  policySee: 'Ver la página pública',
} as const;
