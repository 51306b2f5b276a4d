import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { idField } from '#src/protocol/fields.ts';
import {
  bringCommandSchema,
  lineStatusesSchema,
  paperPageSchema,
  paperQuerySchema,
  sheetCommandSchema,
  sheetLinesSchema,
  sheetListSchema,
  sheetSchema,
  sheetTargetSchema,
  slipListSchema,
} from './schemas.ts';

const byId = z.object({ id: idField });
/** The largest call: the maximum number of rows with the longest texts. */
const bodyLimitBytes = 256 * 1024;

/** Traer hoja: imports a market's notebook or spreadsheet at once. */
export const sheetCalls = {
  /** Previews the outcome of rows. Writes nothing. */
  checkSheetRows: {
    method: 'POST',
    path: '/sheets/check',
    roles: ['GLOBAL_MARKET'],
    body: sheetLinesSchema,
    answer: lineStatusesSchema,
    bodyLimitBytes,
  },
  beginSheet: {
    method: 'POST',
    path: '/sheets/begin',
    roles: ['GLOBAL_MARKET'],
    body: sheetCommandSchema,
    answer: sheetSchema,
    idempotent: true,
  },
  /** Imports some rows of a sheet. A row that was imported before is unchanged. */
  bringSheetRows: {
    method: 'POST',
    path: '/sheets/rows',
    roles: ['GLOBAL_MARKET'],
    body: bringCommandSchema,
    answer: lineStatusesSchema,
    bodyLimitBytes,
    idempotent: true,
  },
  listSheets: {
    method: 'GET',
    path: '/sheets/list',
    roles: ['GLOBAL_MARKET'],
    answer: sheetListSchema,
  },
  findSheet: {
    method: 'GET',
    path: '/sheets/:id',
    roles: ['GLOBAL_MARKET'],
    params: byId,
    answer: sheetSchema,
  },
  /** Creates new codes for all accounts that are not open yet; earlier codes stop working. */
  makeSlips: {
    method: 'POST',
    path: '/sheets/slips',
    roles: ['GLOBAL_MARKET'],
    body: sheetTargetSchema,
    answer: slipListSchema,
  },
  /** Returns the unused vouchers, within a day. */
  readSheetPapers: {
    method: 'GET',
    path: '/sheets/:id/papers',
    roles: ['GLOBAL_MARKET'],
    params: byId,
    query: paperQuerySchema,
    answer: paperPageSchema,
  },
} as const satisfies Record<string, Call>;
