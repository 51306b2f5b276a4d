export const firstUseTexts = {
  title: 'Primer uso',
  intro: 'Cree la cuenta del primer administrador. Este enlace sirve una sola vez.',
  submit: 'Crear administrador',
  sending: 'Registrando...',
  noTokenTitle: 'Este enlace no sirve',
  noToken: 'Abra el enlace completo que mostró el servidor al arrancar.',
} as const;
