/** Addresses that lead nowhere, and pages of other people. */
export const notFoundTexts = {
  title: 'Aquí no hay nada',
  note: 'Ninguna página tiene esta dirección. Revise cómo está escrita.',
  customerNote: '¿Busca su saldo? Lea otra vez su código QR.',
  goSignIn: 'Ir a iniciar sesión',
  othersTitle: 'Esta página no es de su cuenta',
  othersNote: (role: string) => `Usted entró como ${role}. Esta página es de otro tipo de cuenta.`,
  limitedTitle: 'Esta página necesita su contraseña',
  limitedNote: 'Usted abrió este equipo con el PIN. Inicie sesión para verla.',
  goTo: (page: string) => `Ir a ${page}`,
} as const;
