export const fieldTexts = {
  show: 'Ver',
  hide: 'Ocultar',
  showPassword: 'Ver la contraseña',
  hidePassword: 'Ocultar la contraseña',
  room: (left: number) => {
    if (left <= 0) return 'No caben más letras';
    return left === 1 ? 'Queda 1 letra' : `Quedan ${left} letras`;
  },
} as const;
