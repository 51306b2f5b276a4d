import { purchasesOrTopUps } from '#src/client/texts/unit-texts.ts';

/** The entrance of an enrolled device. */
export const doorTexts = {
  who: '¿Quién va a vender?',
  change: 'Cambiar',
  type: 'Escriba su PIN',
  pad: 'Teclas del PIN',
  typed: (count: number, all: number) => `PIN, ${count} de ${all}`,
  opening: 'Abriendo...',
  wrong: (left: number) =>
    left === 1 ? 'PIN equivocado. Queda 1 intento.' : `PIN equivocado. Quedan ${left} intentos.`,
  nobody: 'Esta persona ya no puede abrir este equipo.',
  failed: 'No se pudo revisar el PIN. Intente otra vez.',
  locked: 'PIN bloqueado',
  lockedWhy: 'Cinco intentos equivocados.',
  lockedNote: 'Ingrese con su contraseña cuando haya conexión.',
  keptPurchases: (count: number, amount: string) =>
    `Lo vendido sigue guardado aquí: ${count === 1 ? '1 venta' : `${count} ventas`}, ${amount}.`,
  keptAll: (count: number, amount: string) =>
    `Lo hecho sigue guardado aquí: ${purchasesOrTopUps(count)}, ${amount}.`,
  other: 'Entrar con otra persona',
  password: 'Ingresar con contraseña',
  pin: 'Abrir con PIN',
  unreachable: 'No hay conexión. Abra con su PIN.',
} as const;
