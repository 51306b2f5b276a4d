/** Printed texts of the demo; where a newcomer has to act, in English too. */
export const programTexts = {
  ready: (url: string) => `Mercado Campesino, demostración: ${url}`,
  preparing: 'Preparando el mercado de la demostración…',
  moved: (wished: number, port: number) =>
    `El puerto ${wished} está ocupado: la demostración usa el ${port}.`,
  onPhone: (url: string) => `En un celular con el mismo wifi / On a phone in the same Wi-Fi: ${url}`,
  noPhone: (command: string) =>
    `Para abrirlo en un celular con el mismo wifi / For a phone in the same Wi-Fi: ${command}`,
  noNetwork: '--lan: este equipo no está en ninguna red. Conéctelo al wifi, o inicie sin --lan.',
  usage: 'Uso: npm run demo [-- --lan]',
  password: (password: string) => `Contraseña de todas: ${password}`,
  admin: (url: string) => `El administrador entra por ${url}`,
} as const;
