import type { Consent } from '#src/contract/customers/schemas.ts';

const ways: Record<Consent['how'], string> = {
  staff: 'en persona',
  self: 'por su cuenta',
  offline: 'en persona, sin conexión',
};

export const personalDataTexts = {
  consent: 'Aceptación',
  noConsent: 'Sin constancia',
  noConsentNote: 'No hay constancia de que aceptara que se guarden sus datos. Léale el aviso.',
  readNotice: 'Léale el aviso',
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
} as const;
