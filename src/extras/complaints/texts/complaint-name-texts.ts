export const complaintNameTexts = {
  title: 'Reclamos',
  fileTitle: 'Recibir un reclamo',
  count: (count: number, overdue: number) =>
    overdue > 0
      ? `${count === 1 ? '1 reclamo' : `${count} reclamos`} por responder, ${overdue} fuera de plazo`
      : `${count === 1 ? '1 reclamo' : `${count} reclamos`} por responder`,
  countNote: 'Un cliente espera respuesta.',
  complaintDays: 'Días para reclamar una compra',
  answerDays: 'Días para responder un reclamo',
  daysHint: 'De 1 a 90. Lo usual son 7.',
} as const;
