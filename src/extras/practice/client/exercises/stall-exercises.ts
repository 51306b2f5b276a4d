import { toAmount, toOpId, type VoucherId } from '#src/contract/brands.ts';
import { slipTexts } from '../../texts/practice-texts.ts';
import { emptyBooks, type Books, type Paper, paperOf, type Sale, sumOf, withPaper } from '../market/books.ts';
import { luz, paperNumber, pedro, rosa } from '../market/invented.ts';
import type { Exercise } from './exercise.ts';
import type { World } from './world.ts';

const scan = '/dashboard/escanear';
const customers = [rosa, pedro, luz];
/** The link stays down until the result was read, ms. */
const laterMs = 6_000;

const ofRosa = paperNumber(1, rosa, toAmount(50_000));
const ofPedro = paperNumber(2, pedro, toAmount(20_000), toAmount(8_000));
const copied = paperNumber(3, pedro, toAmount(20_000), toAmount(0));
const ofLuz = paperNumber(4, luz, toAmount(30_000));
const doubtful = paperNumber(5, pedro, toAmount(40_000));
const large = paperNumber(6, rosa, toAmount(200_000), toAmount(75_000));

const withPapers = (...papers: Paper[]): Books => ({ ...emptyBooks, customers, papers });

function isRead({ books }: World, { id }: Paper): boolean {
  return books.lookUps.includes(id);
}

function soldTo({ books }: World, id: VoucherId): Sale | undefined {
  return books.sales.find(({ paperId }) => paperId === id);
}

function isSold(world: World, { id }: Paper, price: number): boolean {
  return soldTo(world, id)?.price === price;
}

/** Returns a sale of an amount other than the customer's price. */
function otherPrice(world: World, { id }: Paper, price: number): string | null {
  const sale = soldTo(world, id);
  return sale !== undefined && sale.price !== price ? slipTexts.otherPrice : null;
}

const wrongSale: Sale = {
  opId: toOpId('00000000-0000-4000-8000-00000000c0de'),
  codeCompra: 'C-PRACTICA',
  paperId: large.id,
  price: toAmount(125_000),
  missing: toAmount(0),
  reason: null,
  isOffline: false,
  occurredAt: new Date(Date.now() - 60_000).toISOString(),
  createAt: new Date(Date.now() - 60_000).toISOString(),
  voids: [],
};

export const stallExercises: readonly Exercise[] = [
  {
    id: 'cobre-a-rosa',
    role: 'ESTANTE',
    startAt: scan,
    books: withPapers(ofRosa),
    steps: [
      { paper: ofRosa, isDone: (world) => isRead(world, ofRosa) },
      { paper: ofRosa, isDone: (world) => isSold(world, ofRosa, 12_500) },
    ],
    slip: (world) => otherPrice(world, ofRosa, 12_500),
  },
  {
    id: 'no-alcanza',
    role: 'ESTANTE',
    startAt: scan,
    books: withPapers(ofPedro),
    steps: [
      { paper: ofPedro, isDone: (world) => isRead(world, ofPedro) },
      { paper: ofPedro, isDone: (world) => isSold(world, ofPedro, 8_000) },
    ],
    slip: (world) => otherPrice(world, ofPedro, 8_000),
  },
  {
    id: 'se-fue-la-conexion',
    role: 'ESTANTE',
    startAt: '/login',
    books: withPapers(ofRosa),
    tablet: 'locked',
    steps: [
      { hasLink: false, isDone: ({ isOpen }) => isOpen },
      { paper: ofRosa, isDone: ({ accepted, books }) => accepted > 0 || books.sales.length > 0 },
      { hasLink: true, laterMs, isDone: (world) => isSold(world, ofRosa, 12_500) },
    ],
    slip: (world) => otherPrice(world, ofRosa, 12_500),
  },
  {
    id: 'papel-copiado',
    role: 'ESTANTE',
    startAt: scan,
    books: withPapers(copied, ofLuz),
    steps: [
      { paper: copied, isDone: (world) => isRead(world, copied) },
      { paper: ofLuz, isDone: (world) => isSold(world, ofLuz, 6_000) },
    ],
    slip: (world) => otherPrice(world, ofLuz, 6_000),
  },
  {
    id: 'anule-una-parte',
    role: 'ESTANTE',
    startAt: '/dashboard/ventas',
    books: { ...withPapers(large), sales: [wrongSale] },
    steps: [{ isDone: ({ books }) => voidedOf(books) === 112_500 }],
    slip: ({ books }) => ([0, 112_500].includes(voidedOf(books)) ? null : slipTexts.otherPrice),
  },
  {
    id: 'por-resolver',
    role: 'ESTANTE',
    startAt: scan,
    books: withPapers(doubtful),
    tablet: 'enrolled',
    steps: [
      {
        hasLink: false,
        paper: doubtful,
        meanwhile: spentElsewhere,
        isDone: ({ accepted, books }) => accepted > 0 || books.sales.length > 0,
      },
      { hasLink: true, laterMs, isDone: ({ books }) => books.sales.some(({ missing }) => missing > 0) },
      { isDone: ({ path }) => path === '/dashboard/pendientes' },
    ],
    slip: (world) => otherPrice(world, doubtful, 12_500),
  },
];

function voidedOf({ sales }: Books): number {
  return sumOf(sales.flatMap(({ voids }) => voids.map(({ amount }) => amount)));
}

/** Another stall spends the whole balance of the same paper while this one cannot know. */
function spentElsewhere(books: Books): Books {
  const paper = paperOf(books, doubtful.id);
  return paper === undefined ? books : withPaper(books, { ...paper, balance: toAmount(0) });
}
