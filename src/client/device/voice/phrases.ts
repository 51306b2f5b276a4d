/** Spoken phrases besides amounts, as recorded. */
export const phrases = {
  paid: 'Pagado.',
  refused: 'No se cobró.',
  accepted: 'Aceptada sin conexión.',
  pending: 'Pendiente de confirmar.',
  badPaper: 'No reciba este código.',
  voided: 'Anulada.',
  deliver: 'Entregue el producto.',
  doNotDeliver: 'No entregue todavía.',
  takeBack: 'Reciba el producto.',
  onlyHolds: 'El código solo tiene',
  holds: 'Tiene',
  wait: 'Espere. Cobramos',
  showPaper: 'Ponga el papel frente a la tableta.',
  created: 'Código creado.',
  notCreated: 'No se creó el código.',
  handOver: 'Entregue el papel.',
  notice:
    'Vamos a guardar su nombre y su documento para cuidar su saldo. Puede pedir verlos o borrarlos. ¿Acepta?',
} as const;
