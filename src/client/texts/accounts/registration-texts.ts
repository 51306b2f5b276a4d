export const registrationTexts = {
  title: 'Registro',
  intro: 'Escoja quién es usted y llene los datos.',
  ownerName: 'Nombre',
  userType: 'Tipo de usuario',
  userTypePlaceholder: 'Escoja el tipo de usuario',
  estanteName: 'Nombre del estante',
  globalMarketId: 'Id del mercado global',
  globalMarketIdHint: 'Pídalo a su mercado: 6 letras y números.',
  marketName: 'Nombre del mercado global',
  email: 'Correo electrónico',
  identificacion: 'Número de identificación',
  phone: 'Número de teléfono',
  password: 'Contraseña',
  ownNumberHint: 'Revíselo bien: con este número lo encuentran al recargar.',
  passwordHint: 'Al menos 6 caracteres. No sirven las fáciles, como 123456 o su nombre.',
  passwordConfirm: 'Confirmar contraseña',
  back: 'Volver',
  submit: 'Registrarse',
  submitting: 'Iniciando sesión...',
  sending: 'Registrando...',
  done: 'Registro exitoso',
  confirmTitle: 'Registro exitoso',
  confirmIntro: 'Con este código se registran sus estantes y sus puntos de recarga. Guárdelo.',
  confirmWait: 'Un administrador debe aprobar el mercado antes de entrar. Desde entonces sirve el código.',
  confirmCode: 'Código del mercado global',
  signIn: 'Iniciar Sesión',
} as const;

export const registrationErrorTexts = {
  emailRequired: 'El correo electrónico es requerido',
  emailFormat: 'El formato del correo electrónico es inválido',
  passwordRequired: 'La contraseña es requerida',
  passwordShort: 'La contraseña debe tener al menos 6 caracteres',
  passwordsDiffer: 'Las contraseñas no coinciden',
  ownerNameShort: 'El nombre debe tener al menos 5 caracteres',
  phoneRequired: 'El número de teléfono es requerido',
  phoneDigits: 'El número de teléfono debe tener 10 dígitos',
  userTypeRequired: 'Selecciona el tipo de usuario',
  ownerNameRequired: 'El nombre del Nombre es requerido',
  estanteNameRequired: 'El nombre del estante es requerido',
  identificacionRequired: 'El número de identificación es requerido',
  marketNameRequired: 'El nombre del mercado global es requerido',
  globalMarketIdRequired: 'El id del mercado global es requerido',
} as const;

export const firstUseTexts = {
  title: 'Primer uso',
  intro: 'Cree la cuenta del primer administrador. Este enlace sirve una sola vez.',
  submit: 'Crear administrador',
  sending: 'Registrando...',
  noTokenTitle: 'Este enlace no sirve',
  usedToken: 'Ya se usó, o el servidor mostró uno más nuevo. Abra el último que mostró al arrancar.',
  noToken: 'Abra el enlace completo que mostró el servidor al arrancar.',
} as const;

/** On the button that copies a code. */
export const copyTexts = { copyCode: 'Copiar código', copied: 'Código copiado' } as const;
