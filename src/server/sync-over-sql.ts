import { maxSyncBatch } from '#src/contract/sync/schemas.ts';
import { dayStartIn } from '#src/domain/time/market-clock.ts';
import { settleWaitingFor, type SweepDeps } from '#src/operations/acceptance/post.ts';
import { voucherExpiry } from '#src/protocol/voucher-proof.ts';
import { verifyP256 } from '#src/server/journal/envelopes/crypto.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import type { SecretBox } from '#src/server/store/secrets/secret-box.ts';
import type { Sealer } from './journal/envelopes/receipt-seal.ts';
import { createSqlSyncStore } from './journal/sql/store.ts';
import { newVoucherId, uuidV7 } from './ledger/ids.ts';
import type { TopUpDeps } from './nouns/topups/top-ups.ts';
import type { IssuingKeyDeps } from './nouns/vouchers/issuing-keys.ts';
import { createVoucherLinks } from './nouns/vouchers/links.ts';
import type { Database } from './store/database.ts';

type Failures = { onFailure: (error: unknown, what: string) => void };

/** Returns the ports of settlement, over SQL. */
export function settlementOverSql(deps: { database: Database; now: () => Date } & Failures): SweepDeps {
  return {
    store: createSqlSyncStore(deps.database),
    now: deps.now,
    newId: () => uuidV7(),
    onFailure: deps.onFailure,
  };
}

/** Operations per transaction, so that one commit covers the largest call. */
const maxPerTransaction = maxSyncBatch;

/**
 * Builds top-ups and sync over SQL. A top-up by either path settles the sales that waited for its voucher.
 */
export function syncOverSql(
  deps: {
    database: Database;
    now: () => Date;
    sealer: Sealer;
    /** Encrypts the issuing keys in the database. */
    keyBox?: SecretBox | undefined;
    config: {
      topUpMax: TopUpDeps['topUpMax'];
      voucherDays: number | undefined;
      timeZone: string;
      publicUrl: string;
      currencySymbol: string;
    };
  } & Failures,
): { topUps: Required<TopUpDeps>; sync: SyncDeps & IssuingKeyDeps } {
  const { database, now, sealer, keyBox, config } = deps;
  const settlement = settlementOverSql(deps);
  const { topUpMax, voucherDays = 0, timeZone, currencySymbol, publicUrl } = config;
  const voucherLife = { days: voucherDays, dayStartMs: dayStartIn(now(), timeZone) };
  const voucherLinks = createVoucherLinks({ database, now, keyBox, publicUrl });
  return {
    topUps: {
      topUpMax,
      voucherLife,
      voucherLinks,
      database,
      now,
      settleWaitingFor: (voucherId) => settleWaitingFor(settlement, voucherId),
    },
    sync: {
      ...settlement,
      newVoucherId,
      topUpMax,
      voucherLife,
      timeZone,
      issueLink: async ({ issuedAt = now(), countedFrom = issuedAt, ...voucher }) => {
        const expiresAt = voucherExpiry(countedFrom, voucherLife);
        return { urlCodeQr: (await voucherLinks())({ ...voucher, issuedAt, expiresAt }), expiresAt };
      },
      database,
      keyBox,
      verifySignature: verifyP256,
      sealer,
      currencySymbol,
      maxPerTransaction,
    },
  };
}
