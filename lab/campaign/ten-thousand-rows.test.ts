import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { readSheets } from '#src/extras/notebook/client/files/read-sheets.ts';
import type { Sheet } from '#src/extras/notebook/contract/schemas.ts';
import { readLines } from '#src/extras/notebook/domain/read-lines.ts';
import { readTable } from '#src/extras/notebook/domain/template.ts';
import { csvOf, customerRows, latin1 } from '#tests/extras/notebook/sheet-rows.ts';
import { openAreas } from '#tests/support/market/open-areas.ts';
import { forSuite } from '#tests/support/suite.ts';

const count = 10_000;
const atOnce = 200;

describe('ten thousand customers with balances', () => {
  const areas = forSuite(openAreas, (one) => one.close());
  const post = (path: string, body: object, key = randomUUID()) =>
    areas.as('GLOBAL_MARKET', 'POST', path, body, key);

  it(
    'are imported by calls of 200, each once for any number of repetitions',
    { timeout: 300_000 },
    async () => {
      const took: Record<string, number> = {};
      const timed = async <Value>(what: string, work: () => Promise<Value>): Promise<Value> => {
        const began = performance.now();
        const value = await work();
        took[what] = Math.round(performance.now() - began);
        return value;
      };
      const lines = await timed('reading', async () => {
        const read = await readSheets('clientes.csv', latin1(csvOf(customerRows(count))));
        const rows = 'sheets' in read ? (read.sheets[0]?.rows ?? []) : [];
        const table = readTable(rows);
        return table === null ? [] : readLines(table).flatMap(({ line }) => line ?? []);
      });
      expect(lines).toHaveLength(count);
      const amount = lines.reduce((sum, line) => sum + ('amount' in line ? Number(line.amount ?? 0) : 0), 0);
      const head = {
        kind: 'customers',
        fileName: 'clientes.csv',
        fileHash: 'b'.repeat(64),
        rows: count,
        amount,
      };
      const id = String((await post('/sheets/begin', head)).body['_id']);
      await timed('bringing', async () => {
        for (let at = 0; at < count; at += atOnce) {
          const body = { id, lines: { kind: 'customers', rows: lines.slice(at, at + atOnce) } };
          const key = randomUUID();
          expect((await post('/sheets/rows', body, key)).status).toBe(201);
          // Answers are lost now and then: the same key, and the same rows under another.
          if (at % 2_000 === 0) expect((await post('/sheets/rows', body, key)).status).toBe(201);
          if (at % 3_000 === 0) expect((await post('/sheets/rows', body)).status).toBe(201);
        }
      });
      const sheet = (await areas.as('GLOBAL_MARKET', 'GET', `/sheets/${id}`)).body as unknown as Sheet;
      expect(sheet).toMatchObject({ came: count, made: count, there: 0, amount, papers: count / 2 });
      expect((await areas.as('GLOBAL_MARKET', 'GET', '/cash/day')).body).toMatchObject({
        sum: 0,
        addsUp: true,
      });
      if (process.env['SHOW_TIMES']) process.stdout.write(`${JSON.stringify(took)}\n`);
    },
  );
});
