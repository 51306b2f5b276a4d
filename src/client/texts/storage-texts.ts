/** The strip and the red screen of a device that cannot store. */
export const storageTexts = {
  slow: 'La tableta está muy lenta. Espere.',
  slowPhone: 'El celular está muy lento. Espere.',
  unstored: 'Este equipo no pudo guardar lo que hizo. No reciba el dinero.',
  title: 'Este equipo no puede guardar',
  dont: 'No cobre ni recargue en este equipo.',
  kept: 'Lo que ya estaba guardado sigue aquí.',
  causes: {
    full: 'No queda espacio. Borre fotos o aplicaciones que no use, y vuelva a intentar.',
    blocked: 'El navegador no lo permite. Cierre las otras ventanas de la aplicación, y vuelva a intentar.',
    slow: 'El equipo está muy lento. Espere: esta pantalla se quita sola cuando pueda guardar.',
  },
  reason: 'Motivo',
  again: 'Intentar de nuevo',
} as const;
