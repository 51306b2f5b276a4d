import { describe } from 'vitest';
import { complaintAnswered } from './hard-day/complaint.ts';
import { correctedSale } from './hard-day/corrected-sale.ts';
import { openHardDay } from './hard-day/day.ts';
import { endedPaper } from './hard-day/ended-paper.ts';
import { forgotten } from './hard-day/forgotten.ts';
import { marketCloses } from './hard-day/market-closes.ts';
import { ninePapers } from './hard-day/nine-papers.ts';
import { notebookComesIn } from './hard-day/notebook.ts';
import { stallsArePaid } from './hard-day/pay-stalls.ts';
import { severalCodes } from './hard-day/several-codes.ts';
import { topUpsUndone } from './hard-day/top-ups-undone.ts';

/** All that goes wrong in a market on one day, in that one market: each scene stands on what the one before left. */
describe('un día difícil', () => {
  const day = openHardDay();
  describe('se corrige lo que se recargó mal', () => topUpsUndone(day));
  describe('una compra con varios códigos', () => severalCodes(day));
  describe('se corrige lo que se cobró mal', () => correctedSale(day));
  describe('nueve papeles', () => ninePapers(day));
  describe('un reclamo', () => complaintAnswered(day));
  describe('un papel viejo', () => endedPaper(day));
  describe('el cuaderno entra', () => notebookComesIn(day));
  describe('los estantes cobran', () => stallsArePaid(day));
  describe('alguien pide sus datos', () => forgotten(day));
  describe('el mercado cierra', () => marketCloses(day));
});
