import type { DocumentType } from '#src/domain/identification.ts';

export const documentTexts: { type: string; types: Record<DocumentType, string> } = {
  type: 'Tipo de documento',
  types: {
    CC: 'Cédula (CC)',
    TI: 'Tarjeta de identidad (TI)',
    CE: 'Cédula de extranjería (CE)',
    PPT: 'Permiso (PPT)',
    PA: 'Pasaporte (PA)',
    NIT: 'NIT',
  },
};

export const fieldTexts = {
  room: (left: number) => {
    if (left <= 0) return 'No caben más letras';
    return left === 1 ? 'Queda 1 letra' : `Quedan ${left} letras`;
  },
} as const;
