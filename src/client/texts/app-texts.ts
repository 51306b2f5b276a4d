export const appTexts = {
  name: 'Mercado Campesino',
  loading: 'Cargando...',
  greeting: 'Buen día. La plaza ya abrió.',
  promise: 'Recargue, cobre y lleve cuentas claras, con o sin internet.',
  online: 'En línea',
  offline: 'Sin conexión',
} as const;
