import { toAmount, toOpId } from '#src/contract/brands.ts';
import { slipTexts } from '../../texts/practice-texts.ts';
import { emptyBooks, type Books } from '../market/books.ts';
import { luz, paperNumber, pedro, rosa } from '../market/invented.ts';
import type { Exercise } from './exercise.ts';
import type { World } from './world.ts';

const desk = '/dashboard/puntos-de-recarga/create';
const books: Books = { ...emptyBooks, customers: [rosa, pedro, luz] };

/** Returns the top-ups of this amount that were not voided. */
function madeOf({ books: { topUps } }: World, monto: number): number {
  return topUps.filter((one) => !one.isVoided && one.monto === monto).length;
}

/** Returns a top-up of an amount other than these. */
function otherTopUp({ books: { topUps } }: World, ...meant: number[]): string | null {
  const isOther = topUps.some(({ monto, isVoided }) => !isVoided && !meant.includes(monto));
  return isOther ? slipTexts.otherTopUp : null;
}

/** Four top-ups of $50,000 since the morning: $200,000 in the till by the books. */
const ofToday = [11, 12, 13, 14].map((number) => {
  const paper = paperNumber(number, rosa, toAmount(50_000));
  const id = `00000000-0000-4000-8000-0000000000${number}`;
  const topUp = { id, opId: toOpId(id), paperId: paper.id, monto: toAmount(50_000) };
  return { paper, topUp: { ...topUp, createAt: paper.createAt, isVoided: false } };
});

export const pointExercises: readonly Exercise[] = [
  {
    id: 'primera-recarga',
    role: 'RECARGA',
    startAt: desk,
    books,
    steps: [{ isDone: (world) => madeOf(world, 50_000) > 0 }, { isDone: ({ prints }) => prints > 0 }],
    slip: (world) => otherTopUp(world, 50_000),
  },
  {
    id: 'papel-rasgado',
    role: 'RECARGA',
    startAt: desk,
    books,
    steps: [
      { isDone: (world) => madeOf(world, 20_000) > 0 },
      { isDone: ({ prints }) => prints > 0 },
      { isDone: ({ prints }) => prints > 1 },
    ],
    slip: (world) => (madeOf(world, 20_000) > 1 ? slipTexts.twice : otherTopUp(world, 20_000)),
  },
  {
    id: 'un-cero-de-mas',
    role: 'RECARGA',
    startAt: desk,
    books,
    steps: [
      { isDone: (world) => world.books.topUps.some(({ monto }) => monto === 500_000) },
      { isDone: (world) => world.books.topUps.some(({ isVoided }) => isVoided) },
      { isDone: (world) => madeOf(world, 50_000) > 0 },
    ],
    slip: (world) => otherTopUp(world, 50_000, 500_000),
  },
  {
    id: 'la-caja-no-cuadra',
    role: 'RECARGA',
    startAt: '/dashboard/caja',
    books: {
      ...books,
      papers: ofToday.map(({ paper }) => paper),
      topUps: ofToday.map(({ topUp }) => topUp),
    },
    steps: [{ isDone: (world) => world.books.handOvers.some(({ monto }) => monto === 180_000) }],
    slip: (world) =>
      world.books.handOvers.some(({ monto }) => monto !== 180_000) ? slipTexts.otherTopUp : null,
  },
];
