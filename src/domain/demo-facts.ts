import * as z from 'zod/mini';

/** People that a visitor of the demo signs in as. */
export const demoPeople = ['point', 'stall', 'market', 'otherStall', 'supplier', 'admin'] as const;
export type DemoPerson = (typeof demoPeople)[number];

/** Last part of the address that opens each visitor's tab, below /demo. The customer has no account. */
export const demoPaths = {
  point: 'punto',
  stall: 'estante',
  customer: 'celular',
  market: 'gerente',
  otherStall: 'otro-estante',
  supplier: 'proveedor',
  admin: 'administrador',
} as const satisfies Record<DemoPerson | 'customer', string>;

/** What the server of a demo writes into its pages. No other server has any of it. */
export const demoFacts = z.object({
  /** the address in every QR */
  publicUrl: z.string(),
  /** of every account of the demo */
  password: z.string(),
  emails: z.record(z.enum(demoPeople), z.string()),
  /** identification of a customer who can be topped up */
  identification: z.string(),
  /** a customer's code with a balance, for a visitor who has not issued one yet */
  voucher: z.object({ userId: z.string(), codeQrId: z.string() }),
});
export type DemoFacts = z.infer<typeof demoFacts>;

/** Whether another machine reaches this address: a phone cannot open "localhost". */
export function isReachable(publicUrl: string): boolean {
  return !/^https?:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$)/.test(publicUrl);
}
