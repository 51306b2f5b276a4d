/** A name as people take it for the same: "La  Esquina de TERE." and "la esquina de tére" are one. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
