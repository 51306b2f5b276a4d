import type { FastifyBaseLogger } from 'fastify';
import { createPurchaseQueue, usualGroups, type PurchaseGroups } from '#src/operations/purchase/queue.ts';
import { keyFor } from '#src/server/store/secrets/key-file.ts';
import type { SecretBox } from '#src/server/store/secrets/secret-box.ts';
import { productionHashCost } from '#src/server/store/secrets/slow-hash.ts';
import type { Context } from './context.ts';
import { serverExtras } from './extras.ts';
import { createAccessTokens } from './http/access-tokens.ts';
import { createGuard } from './http/guard.ts';
import { createRoutes } from './http/routes.ts';
import { defaultQuotas } from './http/throttle.ts';
import { createSealer } from './journal/envelopes/receipt-seal.ts';
import { noteFaults } from './nouns/devices/faults.ts';
import { createMeters, meterProcess } from './nouns/watch/meters.ts';
import type { Config } from './run/config.ts';
import { serverVersion } from './run/version.ts';
import { inMoneyLane, type Database } from './store/database.ts';
import { syncOverSql } from './sync-over-sql.ts';

/** The options of a start that differ from the defaults of `createContext`. */
type Chosen = Pick<
  Context,
  'now' | 'liveNow' | 'clockAheadUntil' | 'hashCost' | 'quotas' | 'meters' | 'version' | 'isWatched'
>;

export type ContextDeps = Partial<Chosen> & {
  config: Config;
  database: Database;
  /** root of the keys of tokens; at least 32 bytes, the same in every process of one database */
  secret: Uint8Array;
  /** seals receipts; stored outside the database, the same in every process of one */
  sealKey: Uint8Array;
  /** seals the issuing keys in the database; absent: they are stored unsealed */
  keyBox?: SecretBox;
  /** seals the secrets of second factors */
  factorBox?: SecretBox;
  /** folder of the server's own PostgreSQL, whose disk is watched; absent with an external one */
  ownDataDir?: string;
  /** how purchases are grouped; one per statement turns group commit off, to measure its effect */
  purchaseGroups?: PurchaseGroups;
};

/** Builds what the nouns share. Opens nothing: the database is open and migrated. */
export function createContext(deps: ContextDeps, log: FastifyBaseLogger): Context {
  const { config, database, secret, keyBox, now = () => new Date(), version = serverVersion } = deps;
  const { clockAheadUntil = () => null, liveNow = now } = deps;
  const { quotas = defaultQuotas, meters = createMeters(version) } = deps;
  const money = inMoneyLane(database);
  const keyOf = (purpose: string): Uint8Array => keyFor(secret, purpose);
  const accessTokens = createAccessTokens(keyOf('access-tokens'), config.accessTokenMinutes);
  const purchases = createPurchaseQueue(database, now, {
    ...(deps.purchaseGroups ?? usualGroups),
    onGroup: (size) => meters.purchaseGroup.observe(size),
  });
  meterProcess(meters, { database, waiting: purchases.waiting, clockAheadUntil, liveNow });
  const { topUps, sync } = syncOverSql({
    config,
    database: money,
    now,
    sealer: createSealer(deps.sealKey),
    keyBox,
    onFailure: (error, what) => log.error({ err: error, what }, 'an operation was put off'),
  });
  return {
    timeZone: config.timeZone,
    currencySymbol: config.currencySymbol,
    publicUrl: config.publicUrl,
    refreshTokenDays: config.refreshTokenDays,
    refreshIdleHours: config.refreshIdleHours,
    topUpMax: topUps.topUpMax,
    voucherLife: topUps.voucherLife,
    voucherLinks: topUps.voucherLinks,
    settleWaitingFor: topUps.settleWaitingFor,
    database,
    money,
    now,
    liveNow,
    clockAheadUntil,
    keyOf,
    keyBox,
    factorBox: deps.factorBox,
    accessTokens,
    hashCost: deps.hashCost ?? productionHashCost,
    quotas,
    routesOn: createRoutes({
      guard: createGuard({ database: money, accessTokens, now }),
      quotas,
      onOperation: ({ path: call }, outcome) => meters.operations.inc({ call, outcome }),
    }),
    purchases,
    sync,
    noteFaults: (deviceId, faults) =>
      noteFaults(database, { deviceId, faults, now: now() }).catch((error: unknown) =>
        log.warn({ err: error }, 'the faults of a device could not be kept'),
      ),
    meters,
    version,
    ownDataDir: deps.ownDataDir ?? null,
    isWatched: deps.isWatched ?? false,
    extras: Object.values(serverExtras),
  };
}
