export const sharedSaleTexts = {
  completeWith: 'Completar con otro código',
  purchase: 'Compra',
  balance: (amount: string, who: string) => `Saldo ${amount} · ${who}`,
  gives: (amount: string) => `Sin conexión da hasta ${amount}`,
  readOther: 'Lea otro código',
  another: 'Leer otro código',
  onlyOne: 'Cambiar el monto',
  change: 'Cambiar los códigos',
  complete: 'Completo. Se cobra todo o nada.',
  twice: 'Ese código ya está en esta compra.',
  givesNothing: 'Ese código no puede dar nada ahora.',
  codes: 'Códigos',
} as const;
