import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const imports = `
import type { Commands } from '#src/client/commands/create-commands.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { SessionUser } from '#src/client/state/session.ts';
import type { CallInput } from '#src/client/api/send-request.ts';
import { toOpId, type Amount, type MarketCode, type MarketId, type OpId, type Points, type VoucherId } from '#src/protocol/brands.ts';
import type { voucherCalls } from '#src/contract/vouchers/calls.ts';
import type { PurchasePayload } from '#src/operations/purchase/rule.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import { formatMoney } from '#src/domain/money.ts';
import { pointsFor } from '#src/operations/purchase/rule.ts';
import { voucherLink } from '#src/protocol/voucher-link.ts';
import { namedMarket } from '#src/server/nouns/accounts/named-market.ts';
import type { Movement, PointsPosting } from '#src/server/ledger/movements.ts';
import { findReceipt } from '#src/server/ledger/receipts.ts';
import { marketAccount, ownAccount, transfer, voucherAccount } from '#src/operations/transfer.ts';
import { lockVoucher, unblockVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
`;
const values = `
declare const [opId, voucherId, marketId, marketCode]: [OpId, VoucherId, MarketId, MarketCode];
declare const [amount, points]: [Amount, Points];
declare const [session, db, commands]: [Session, MoneyDb, Commands];
type Transfers<Kind extends Movement['kind']> = Extract<Movement, { kind: Kind }>['transfers'];
const [voucher, stall] = [voucherAccount(voucherId, marketId), ownAccount('stall', '', marketId)];
`;

/** Each pair: code that compiles, and the same with another kind of value or account, which must not. */
const pairs: [string, string, string][] = [
  ['a text is no id', 'const id: OpId = toOpId("text")', 'const id: OpId = "text"'],
  [
    'an operation is no voucher',
    'unblockVoucher(session, voucherId, new Date())',
    'unblockVoucher(session, opId, new Date())',
  ],
  ['nor is one locked by its id', 'lockVoucher(session, voucherId)', 'lockVoucher(session, opId)'],
  ['nor printed', 'voucherLink("", "", voucherId)', 'voucherLink("", "", opId)'],
  [
    'nor sent',
    'const sent: Pick<PurchasePayload, "codeQrUuid"> = { codeQrUuid: voucherId }',
    'const sent: Pick<PurchasePayload, "codeQrUuid"> = { codeQrUuid: opId }',
  ],
  [
    'a voucher is no operation on the server',
    'findReceipt(session, { opId, bodyHash: "" })',
    'findReceipt(session, { opId: voucherId, bodyHash: "" })',
  ],
  ['nor in the commands', 'commands.accept(opId)', 'commands.accept(voucherId)'],
  ['nor in the database of the device', 'db.envelopes.bulkGet([opId])', 'db.envelopes.bulkGet([voucherId])'],
  [
    'nor on the wire',
    'const input: Pick<CallInput<typeof voucherCalls.reissueVoucher>, "opId"> = { opId }',
    'const input: Pick<CallInput<typeof voucherCalls.reissueVoucher>, "opId"> = { opId: voucherId }',
  ],
  [
    'a code is no id of a market',
    'marketAccount("guarantee", marketId)',
    'marketAccount("guarantee", marketCode)',
  ],
  [
    'an id is no code of a market',
    'const own: SessionUser["globalMarketId"] = marketCode',
    'const own: SessionUser["globalMarketId"] = marketId',
  ],
  [
    'points are not posted as pesos',
    'transfer(voucher, stall, amount - amount)',
    'transfer(voucher, stall, points)',
  ],
  [
    'a purchase does not take from its stall',
    'const sold: Transfers<"purchase"> = [transfer(voucher, stall, amount)]',
    'const sold: Transfers<"purchase"> = [transfer(stall, voucher, amount)]',
  ],
  [
    'nor does its void pay it',
    'const back: Transfers<"void"> = [transfer(stall, voucher, amount)]',
    'const back: Transfers<"void"> = [transfer(voucher, stall, amount)]',
  ],
  [
    'a reward is not cash',
    'const given: Transfers<"redemption"> = [transfer(marketAccount("redemption", marketId), voucher, amount)]',
    'const given: Transfers<"redemption"> = [transfer(marketAccount("treasury", marketId), voucher, amount)]',
  ],
  ['points are not paid for', 'pointsFor(amount, amount)', 'pointsFor(points, amount)'],
  ['nor shown as pesos', 'formatMoney(amount + amount, "$")', 'formatMoney(points, "$")'],
  [
    'nor a balance',
    'const receipt: Pick<PurchaseReceipt, "nuevoSaldo"> = { nuevoSaldo: amount }',
    'const receipt: Pick<PurchaseReceipt, "nuevoSaldo"> = { nuevoSaldo: points }',
  ],
  [
    'pesos are no points',
    'const entry: Pick<PointsPosting, "points"> = { points }',
    'const entry: Pick<PointsPosting, "points"> = { points: amount }',
  ],
];

/** Lines on which the compiler reported errors. */
function errorsIn(folder: string, statements: readonly string[]): string[] {
  const [file, tsc] = [join(folder, 'planted.ts'), resolve('node_modules/typescript/bin/tsc')];
  const header = `${imports}${values}`;
  writeFileSync(file, `${header}${statements.map((statement) => `{ ${statement}; }`).join('\n')}\n`);
  const options =
    '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --module esnext';
  const rest = '--moduleResolution bundler --allowImportingTsExtensions --target es2023 --jsx react-jsx';
  const types = ['--types', 'node,vite/client', '--lib', 'es2023,dom,dom.iterable'];
  const args = [...options.split(' '), ...rest.split(' '), ...types, relative('.', file)];
  const { stdout } = spawnSync(process.execPath, [tsc, ...args], { encoding: 'utf8' });
  const first = header.split('\n').length;
  return stdout.split('\n').flatMap((line) => {
    const place = /^(\S+)\((\d+),\d+\): error/.exec(line);
    if (!place) return [];
    const statement = statements[Number(place[2]) - first];
    return [basename(place[1] ?? '') === 'planted.ts' && statement ? statement : line];
  });
}

describe('branded ids and amounts', () => {
  let folder: string;
  beforeAll(() => {
    // Inside the repository, because imports starting with # belong to its package.
    mkdirSync('.cache', { recursive: true });
    folder = mkdtempSync('.cache/brands-');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compile where they belong', () => {
    expect(
      errorsIn(
        folder,
        pairs.map(([, right]) => right),
      ),
    ).toEqual([]);
  });

  it('do not compile where another kind belongs', () => {
    const found = new Set(
      errorsIn(
        folder,
        pairs.map(([, , wrong]) => wrong),
      ),
    );
    expect(pairs.filter(([, , wrong]) => !found.has(wrong)).map(([name]) => name)).toEqual([]);
    expect(found.size).toBe(pairs.length);
  });
});
