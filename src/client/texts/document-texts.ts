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
