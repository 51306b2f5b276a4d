import * as z from 'zod/mini';

/** Demo accounts that a visitor can sign in as. */
export const demoPeople = ['point', 'stall', 'market', 'otherStall', 'supplier', 'admin'] as const;
export type DemoPerson = (typeof demoPeople)[number];

/** Last path segment below /demo that opens each visitor's tab. The customer has no account. */
export const demoPaths = {
  point: 'punto',
  stall: 'estante',
  customer: 'celular',
  market: 'gerente',
  otherStall: 'otro-estante',
  supplier: 'proveedor',
  admin: 'administrador',
} as const satisfies Record<DemoPerson | 'customer', string>;

/** Facts that a demo server embeds in its pages. No other server has them. */
export const demoFacts = z.object({
  /** Base address of every QR. */
  publicUrl: z.string(),
  /** Password of every demo account. */
  password: z.string(),
  emails: z.record(z.enum(demoPeople), z.string()),
  /** Identification of a customer for a top-up. */
  identification: z.string(),
  /** A customer's voucher with a balance, for a visitor who has not issued one yet. */
  voucher: z.object({ userId: z.string(), codeQrId: z.string() }),
});
export type DemoFacts = z.infer<typeof demoFacts>;

/** Returns whether other machines can reach this address: a phone cannot open "localhost". */
export function isReachable(publicUrl: string): boolean {
  return !/^https?:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$)/.test(publicUrl);
}
