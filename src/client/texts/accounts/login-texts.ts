import { appTexts, commonTexts } from '#src/client/texts/common-texts.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';

export const loginTexts = {
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
  adminOnly: 'Entrada del administrador',
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

type Words<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Words<Texts[Key]> };

/** Texts of the sign-in page. `lang` is the language for screen readers. */
export const entranceTexts = {
  lang: 'es' as 'es' | 'en',
  login: loginTexts as Words<typeof loginTexts>,
  userTypes: userTypeTexts,
  unavailable: commonTexts.unavailable as string,
  show: commonTexts.show as string,
  hide: commonTexts.hide as string,
  showPassword: commonTexts.showPassword as string,
  hidePassword: commonTexts.hidePassword as string,
  greeting: appTexts.greeting as string,
  promise: appTexts.promise as string,
  online: appTexts.online as string,
  offline: appTexts.offline as string,
};
export type EntranceTexts = typeof entranceTexts;

/** After a registration that waits for an approval. */
export const registeredTexts = {
  administration: 'la administración',
  waits: (who: string) => `Falta un paso: ${who} aprueba su cuenta. Avísele.`,
  message: (name: string) =>
    `Soy ${name}. Ya me registré en la aplicación del mercado: falta que apruebe mi cuenta.`,
  tell: 'Avisar por WhatsApp',
} as const;
