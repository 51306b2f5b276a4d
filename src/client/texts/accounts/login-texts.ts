import type { UserType } from '#src/contract/accounts/user-type.ts';

/** Beside the forms of an entrance. */
export const entranceTexts = {
  greeting: 'Buen día. La plaza ya abrió.',
  promise: 'Recargue, cobre y lleve cuentas claras, con o sin internet.',
} as const;

export const loginTexts = {
  unavailable: 'No disponible',
  title: 'Iniciar Sesión',
  email: 'Correo electrónico',
  userType: 'Tipo de usuario',
  userTypePlaceholder: 'Escoja su tipo de usuario',
  password: 'Contraseña',
  submit: 'Ingresar',
  submitting: 'Iniciando sesión...',
  missingField: 'Todos los campos son obligatorios',
  missing: {
    email: 'Falta el correo',
    userType: 'Falta el tipo de usuario',
    password: 'Falta la contraseña',
  },
  sessionEnded: 'Su sesión terminó. Lo pendiente sigue guardado y se envía cuando usted ingrese.',
  forgotten: 'Olvidé mi contraseña',
  noAccount: '¿No tiene cuenta?',
  register: 'Registrarse',
} as const;

export const userTypeTexts: Record<UserType, string> = {
  USUARIO: 'Usuario',
  ESTANTE: 'Estante',
  RECARGA: 'Punto Recarga',
  ADMIN: 'Administrador',
  GLOBAL_MARKET: 'Mercado Global',
  PRODUCT: 'Producto',
  PROVEEDOR: 'Proveedor',
};
