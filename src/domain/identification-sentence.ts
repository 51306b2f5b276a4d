import { identificationFault, type IdentificationFault } from './identification.ts';

/** The sentence for each text that identifies no person, at the till, in a call and in a sheet. */
export const identificationSentences: Record<IdentificationFault, string> = {
  short: 'La identificación debe tener al menos 4 números o letras.',
  zeros: 'La identificación no puede ser solo ceros.',
  'wrong-digit': 'El dígito de verificación no corresponde a este NIT. Revíselo.',
  'unclear-digit':
    '¿El número después del guion es de verificación? Si es un NIT, escoja NIT. Si es una cédula, escríbala sin él.',
  decimals: 'La identificación llegó con decimales. Escríbala como texto en su lista.',
  scientific: 'La identificación llegó abreviada, con una E. Escríbala completa y como texto en su lista.',
  long: 'La identificación tiene más de 15 números, y la hoja los cambia. Escríbala como texto y revísela.',
  date: 'Esto es una fecha y no una identificación. Escríbala como texto en su lista.',
};

/** Returns the sentence for a form's document, the wire's `identificacion`. */
export function identificationError(identificacion: string): string | undefined {
  const fault = identificationFault(identificacion);
  return fault === null ? undefined : identificationSentences[fault];
}
