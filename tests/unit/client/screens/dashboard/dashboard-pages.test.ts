import { expect, test } from 'vitest';
import { dashboardPagesOf, footPagesOf } from '#src/client/screens/dashboard/dashboard-pages.ts';
import type { UserType } from '#src/contract/user-type.ts';

/** Labels in the zócalo of a phone, left of "Más". */
function footOf(userType: UserType, isLimited = false): string[] {
  const shown = dashboardPagesOf(userType, isLimited).filter((page) => page.isInner !== true);
  return footPagesOf(userType, shown).map(({ label }) => label);
}

test('a phone shows each role the four pages it goes to most', () => {
  expect(footOf('GLOBAL_MARKET')).toEqual(['Inicio', 'Estantes', 'Reportes', 'Caja']);
  expect(footOf('ADMIN')).toEqual(['Inicio', 'Mercados', 'Estantes', 'Reportes']);
  expect(footOf('ESTANTE')).toEqual(['Inicio', 'Escanear', 'Pendientes', 'Mis ventas']);
  expect(footOf('RECARGA')).toEqual(['Inicio', 'Generar recarga', 'Clientes', 'Puntos']);
});

test('without a session it shows only what works then', () => {
  expect(footOf('ESTANTE', true)).toEqual(['Escanear', 'Pendientes', 'Dispositivo', 'Ayuda']);
});
