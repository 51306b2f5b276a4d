export const sharedSaleTexts = {
  completeWith: 'Completar con otro código',
  purchase: 'Compra',
  balance: (amount: string, who: string) => `Saldo ${amount} · ${who}`,
  readOther: 'Lea otro código',
  another: 'Leer otro código',
  onlyOne: 'Cambiar el monto',
  complete: 'Completo. Se cobra todo o nada.',
  twice: 'Ese código ya está en esta compra.',
  needsLink: 'Varios códigos en una compra necesitan conexión.',
  unanswered: 'Sin respuesta: puede estar pagada. No cobre otra vez, intente de nuevo.',
} as const;
