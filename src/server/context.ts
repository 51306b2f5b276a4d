import type { Call } from '#src/contract/call.ts';
import type { PurchaseQueue } from '#src/operations/purchase/queue.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import type { VoucherLife } from '#src/protocol/voucher-proof.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import type { SecretBox } from '#src/server/store/secrets/secret-box.ts';
import type { HashCost } from '#src/server/store/secrets/slow-hash.ts';
import type { Answer } from './answer.ts';
import type { AccessTokens } from './http/access-tokens.ts';
import type { App } from './http/fastify-app.ts';
import type { Routes } from './http/routes.ts';
import type { Quotas } from './http/throttle.ts';
import type { SignInCheck } from './nouns/accounts/sessions.ts';
import type { IssuingKeyDeps } from './nouns/vouchers/issuing-keys.ts';
import type { OpenVoucherLinks } from './nouns/vouchers/links.ts';
import type { Meters } from './nouns/watch/meters.ts';
import type { Config } from './run/config.ts';
import type { Database, Session } from './store/database.ts';

/** Settings that a service asks for by name. */
type ContextSettings = Pick<
  Config,
  'timeZone' | 'currencySymbol' | 'publicUrl' | 'topUpMax' | 'refreshTokenDays' | 'refreshIdleHours'
>;

/**
 * Everything that a noun may use, created once at the composition root. A field has the name under which services
 * declare it, so a service takes the context as it is. A noun on the path of money passes `{ ...context, database:
 * context.money }` instead.
 */
export type Context = ContextSettings & {
  /** The database. Statements run in the read lane unless they name another. */
  database: Database;
  /** The same database. Statements run in the money lane unless they name another. */
  money: Database;
  /** time written into records */
  now: () => Date;
  /** time compared with clocks outside the server, such as an authenticator's */
  liveNow: () => Date;
  /** time of the newest record while it is ahead of the database's clock, and null otherwise */
  clockAheadUntil: () => Date | null;
  /** derives a key for one purpose from the secret that all processes of a database share */
  keyOf: (purpose: string) => Uint8Array;
  /** seals the issuing keys in the database; undefined when they are stored unsealed */
  keyBox: SecretBox | undefined;
  /** seals the secrets of second factors in the same way */
  factorBox: SecretBox | undefined;
  /** signs and verifies the tokens that a session calls with */
  accessTokens: AccessTokens;
  /** cost of hashing passwords and PINs */
  hashCost: HashCost;
  /** quotas by name; calls share one count per name across all nouns */
  quotas: Quotas;
  /** adds routes of the table of calls to one Fastify instance */
  routesOn: (app: App) => Routes;
  /** signs the links in voucher QR codes with the current issuing key */
  voucherLinks: OpenVoucherLinks;
  /** how long a new voucher is valid */
  voucherLife: VoucherLife;
  /** settles offline sales that waited for this voucher; failures are left to the sweep */
  settleWaitingFor: (voucherId: VoucherId) => Promise<void>;
  /** purchases, committed in groups; `waiting` is the length of the queue */
  purchases: PurchaseQueue & { waiting(): number };
  /** the engine for device operations, over SQL in the money lane */
  sync: SyncDeps & IssuingKeyDeps;
  /**
   * stores program faults reported by an authenticated device; never rejects, so its operations are answered all the
   * same
   */
  noteFaults: (deviceId: string, faults: readonly unknown[]) => Promise<void>;
  /** figures of this process */
  meters: Meters;
  /** version reported to callers and devices */
  version: string;
  /** folder of the server's own PostgreSQL; null with an external one */
  ownDataDir: string | null;
  /** whether the state of the database is read into the meters at intervals */
  isWatched: boolean;
  /** features beyond the specification that this server has */
  extras: readonly ServerExtra[];
};

/** The calls of one noun, as a Fastify plugin: its hooks apply to its own routes alone. */
export type NounPlugin = (app: App, options: { context: Context }) => Promise<void>;

/** The parts that an extra adds to the server. */
export type ServerExtra = {
  /** its rows of the table of calls, by name */
  calls: Readonly<Record<string, Call>>;
  /** serves them */
  routes: NounPlugin;
  /** refuses a sign-in whose password is right */
  checkSignIn?: SignInCheck;
  /** the customers whose time is over at all their markets, and how each is forgotten by `npm run forget` */
  outOfTime?: {
    read: (session: Session, now: Date) => Promise<string[]>;
    forget: (deps: Pick<Context, 'database' | 'now'>, customerId: string) => Promise<Answer<unknown>>;
  };
};
