export const practiceNameTexts = {
  practice: 'Practicar',
  note: 'Cobre, recargue y cuente con dinero inventado. Sirve sin internet y no toca lo de verdad.',
} as const;
