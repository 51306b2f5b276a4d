export const adminEntranceTexts = { adminOnly: 'Entrada del administrador' } as const;
