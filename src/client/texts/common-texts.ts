export const commonTexts = {
  processing: 'Procesando...',
  tryAgain: 'Intentar otra vez',
  unknownError: 'Ha ocurrido un error, comuniquese con el administrador.',
  noPermission: 'No tiene permisos para ver este contenido',
  noConnection: 'No hay conexión',
  moneyIsSafe: 'Lo que ya se guardó sigue guardado.',
  somethingFailed: 'Algo falló',
  partMissing: 'Falta una parte de la página',
  partMissingNote: 'Se fue la conexión antes de cargarla. Cuando vuelva, la página sigue sola.',
} as const;

/** Why the server gave no answer that is ours. */
export const unreachableTexts = {
  network: { title: commonTexts.noConnection, note: 'Espere la señal.' },
  timeout: { title: 'La respuesta tarda', note: 'Intente otra vez.' },
  'not-ours': { title: 'El servidor no contesta', note: 'Intente otra vez.' },
  server: { title: 'El servidor no contesta', note: 'Intente otra vez.' },
} as const;

export const appTexts = {
  name: 'Mercado Campesino',
  loading: 'Cargando...',
  online: 'En línea',
  offline: 'Sin conexión',
} as const;
