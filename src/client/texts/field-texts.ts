export const fieldTexts = {
  room: (left: number) => {
    if (left <= 0) return 'No caben más letras';
    return left === 1 ? 'Queda 1 letra' : `Quedan ${left} letras`;
  },
} as const;
