/** Segundo paso al ingresar. */
export const secondFactorTexts = {
  title: 'Segundo paso al ingresar',
  offNote:
    'Además de la contraseña, pide un código de su celular. Quien adivine su contraseña no podrá entrar.',
  onNote: (left: number) =>
    left === 1
      ? 'Está puesto. Le queda 1 código de repuesto.'
      : `Está puesto. Le quedan ${left} códigos de repuesto.`,
  put: 'Poner segundo paso',
  remove: 'Quitar segundo paso',
  password: 'Su contraseña',
  passwordNeeded: 'Escriba su contraseña.',
  next: 'Seguir',
  scan: 'Abra su aplicación de códigos (Google Authenticator, Aegis u otra) y lea este código QR.',
  qr: 'Código QR para la aplicación de códigos',
  orType: 'Si no puede leerlo, escriba esta clave:',
  code: 'Código',
  codeHint: 'Los 6 números de la aplicación, o un código de repuesto.',
  codeNeeded: 'Escriba el código.',
  confirm: 'Poner',
  recoveryTitle: 'Guarde estos códigos',
  recoveryNote:
    'Cada uno sirve una vez si pierde el celular. No se vuelven a mostrar: imprímalos o escríbalos y guárdelos lejos del celular.',
  kept: 'Ya los guardé',
  removed: 'Segundo paso quitado.',
  cancel: 'Cancelar',
  checking: 'Comprobando...',
  stepNote: 'Esta cuenta pide un segundo paso.',
  enter: 'Entrar',
} as const;
