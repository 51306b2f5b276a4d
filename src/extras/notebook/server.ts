import { ownMarket } from '#src/server/actor.ts';
import type { ServerExtra } from '#src/server/context.ts';
import { sheetCalls as calls } from './contract/calls.ts';
import { readSheets } from './server/reads.ts';
import { beginSheet, bringRows, checkRows, findSheet } from './server/sheets.ts';
import { makeSlips, readPapers } from './server/slips.ts';

/** Traer hoja: imports a market's notebook or spreadsheet, with its opening balances. */
export const notebook = {
  calls,
  routes: async (app, { context }) => {
    const routes = context.routesOn(app);
    const sheets = { ...context, database: context.money };
    routes.value(calls.checkSheetRows, ({ actor, body }) => checkRows(sheets, actor, body));
    routes.stored(calls.beginSheet, ({ actor, body, opId }) => beginSheet(sheets, actor, body, opId));
    routes.stored(calls.bringSheetRows, ({ actor, body, opId }) => bringRows(sheets, actor, body, opId));
    routes.value(calls.listSheets, ({ actor }) => readSheets(sheets.database, ownMarket(actor), null));
    routes.answer(calls.findSheet, ({ actor, params }) => findSheet(sheets, actor, params.id));
    routes.answer(calls.makeSlips, ({ actor, body }) => makeSlips(sheets, actor, body));
    routes.answer(calls.readSheetPapers, ({ actor, params, query }) =>
      readPapers(sheets, actor, { id: params.id, after: query.after }),
    );
  },
} satisfies ServerExtra;
