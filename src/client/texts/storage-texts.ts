export const storageTexts = {
  title: 'Este equipo no puede guardar',
  dont: 'No cobre ni recargue en este equipo.',
  kept: 'Lo que ya estaba guardado sigue aquí.',
  whatToDo: 'Libere espacio, cierre otras ventanas de la aplicación y vuelva a intentar.',
  reason: 'Motivo',
  again: 'Intentar de nuevo',
} as const;
