/**
 * The text to which a customer consents. A change needs a new `noticeVersion` (contract/accounts/notice.ts).
 */
export const noticeText =
  'Vamos a guardar su nombre y su documento para cuidar su saldo. Puede pedir verlos o borrarlos. ¿Acepta?';

export const consentTexts = {
  accepted: 'Aceptó que guardemos sus datos',
  accept: 'Acepto que guarden mis datos',
  hear: 'Escuchar el aviso',
  needed: 'Lea el aviso y marque si acepta.',
} as const;
