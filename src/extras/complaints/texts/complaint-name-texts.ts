export const complaintNameTexts = {
  title: 'Reclamos',
  fileTitle: 'Recibir un reclamo',
  count: (count: number, overdue: number) =>
    overdue > 0
      ? `${count === 1 ? '1 reclamo' : `${count} reclamos`} por responder, ${overdue} fuera de plazo`
      : `${count === 1 ? '1 reclamo' : `${count} reclamos`} por responder`,
  countNote: 'Un cliente espera respuesta.',
} as const;
