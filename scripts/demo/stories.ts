import type { DemoPerson } from '#src/domain/demo-facts.ts';

/** The small market of the demo: people with stories. All passwords are demoPassword. */
export const demoPassword = 'tres-ollas-y-un-bote';

/** People whose tabs the demo's page opens. */
export const demoEmails = {
  point: 'recarga@demo.co',
  stall: 'estante@demo.co',
  market: 'mercado@demo.co',
  otherStall: 'estante2@demo.co',
  supplier: 'proveedor@demo.co',
  admin: 'admin@demo.co',
} satisfies Record<DemoPerson, string>;

export const demoAccounts = [
  ['admin@demo.co', 'Administrador'],
  ['mercado@demo.co', 'Mercado Global'],
  ['recarga@demo.co', 'Punto Recarga'],
  ['estante@demo.co', 'Estante'],
  ['estante2@demo.co', 'Estante'],
  ['proveedor@demo.co', 'Proveedor'],
] as const;

export const demoMarkets = [
  {
    key: 'esperanza',
    email: 'mercado@demo.co',
    ownerName: 'Amparo Restrepo',
    marketName: 'Plaza La Esperanza',
  },
  { key: 'rio', email: 'mercado.rio@demo.co', ownerName: 'Hernán Quiceno', marketName: 'Mercado del Río' },
] as const;

export const demoStalls = [
  {
    email: 'estante@demo.co',
    ownerName: 'Rosalba Giraldo',
    estanteName: 'Doña Rosalba',
    market: 'esperanza',
  },
  {
    email: 'estante2@demo.co',
    ownerName: 'Wilson Arango',
    estanteName: 'Finca El Roble',
    market: 'esperanza',
  },
  {
    email: 'estante3@demo.co',
    ownerName: 'Nelly Cardona',
    estanteName: 'Panela La Molienda',
    market: 'esperanza',
  },
  {
    email: 'estante4@demo.co',
    ownerName: 'Fabio Henao',
    estanteName: 'Café Alto Bonito',
    market: 'esperanza',
  },
  {
    email: 'estante5@demo.co',
    ownerName: 'Gloria Zuluaga',
    estanteName: 'Lácteos El Establo',
    market: 'rio',
  },
  {
    email: 'estante6@demo.co',
    ownerName: 'Saúl Londoño',
    estanteName: 'Hortalizas San Isidro',
    market: 'rio',
  },
] as const;

/** Waiting: a stall for the market to approve. */
export const demoWaitingStall = {
  email: 'estante.nuevo@demo.co',
  ownerName: 'Yolanda Patiño',
  estanteName: 'Flores de Yolanda',
  market: 'esperanza',
} as const;

/** `topUps` and `purchases` in pesos; a purchase names the stall's index in demoStalls. */
export type DemoCustomer = {
  ownerName: string;
  identificacion: string;
  email?: string;
  topUp: number;
  purchases: readonly (readonly [stall: number, price: number])[];
  blocked?: boolean;
  /** A copy of the voucher, accepted by this stall's tablet without a link after the purchases. */
  copied?: readonly [stall: number, price: number];
};

export const demoCustomers: readonly [DemoCustomer, ...DemoCustomer[]] = [
  { ownerName: 'luz marina ospina', identificacion: '24684521', topUp: 50_000, purchases: [] },
  {
    ownerName: 'marta lozano',
    identificacion: '43112908',
    email: 'marta@demo.co',
    topUp: 80_000,
    purchases: [
      [0, 8_500],
      [4, 12_000],
    ],
  },
  // Broke: everything is spent.
  { ownerName: 'éver castaño', identificacion: '71345002', topUp: 14_000, purchases: [[0, 14_000]] },
  // Lost the paper; the voucher is blocked with money on it.
  {
    ownerName: 'nubia torres',
    identificacion: '32876554',
    topUp: 30_000,
    purchases: [[1, 12_000]],
    blocked: true,
  },
  // The voucher was photographed: what the copy bought is more than was left.
  {
    ownerName: 'rosa elena mejía',
    identificacion: '52901447',
    topUp: 30_000,
    purchases: [[0, 22_000]],
    copied: [1, 25_000],
  },
  {
    ownerName: 'josé aníbal duque',
    identificacion: '8345119',
    topUp: 120_000,
    purchases: [
      [2, 9_000],
      [3, 22_500],
      [5, 6_800],
    ],
  },
];
