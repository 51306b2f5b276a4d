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

/** The steps of the demo's page, by their addresses below /demo. */
export const demoSteps = {
  point: demoPaths.point,
  stall: demoPaths.stall,
  customer: demoPaths.customer,
  /** The stall again, without a link. */
  noSignal: `${demoPaths.stall}?sin-senal`,
} as const;

/** Facts that a demo server embeds in its pages. No other server has them. */
export const demoFacts = z.object({
  /** Names the seeded data: a browser may remember things of an earlier demo at the same address. */
  seed: z.string(),
  /** Base address of every QR. */
  publicUrl: z.string(),
  /** Password of every demo account. */
  password: z.string(),
  emails: z.record(z.enum(demoPeople), z.string()),
  /** Identification of a customer for a top-up. */
  identification: z.string(),
  /** Link of a customer's voucher with a balance, for a visitor who has not issued one yet. */
  link: z.string(),
});
export type DemoFacts = z.infer<typeof demoFacts>;

/** Returns whether other machines can reach this address: a phone cannot open "localhost". */
export function isReachable(publicUrl: string): boolean {
  return !/^https?:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$)/.test(publicUrl);
}
