import type { FastifyReply, FastifyRequest } from 'fastify';
import { signInTypeSchema, type SignInType } from '#src/contract/accounts/user-type.ts';
import { wireVersionHeader } from '#src/contract/version.ts';
import type { Database } from '#src/server/store/database.ts';
import { signedInPerson } from '#src/server/store/records/people.ts';
import type { AccessTokens } from './access-tokens.ts';
import { replyRefusal } from './replies.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

export type Guard = ReturnType<typeof createGuard>;

/**
 * Hooks that authorise a call before its body is read. The person's row is read each time, so that a
 * rejection or a sign-out takes effect at once.
 */
export function createGuard(deps: { database: Database; accessTokens: AccessTokens; now: () => Date }) {
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    roles: readonly SignInType[],
  ): Promise<FastifyReply | undefined> {
    const claims = await deps.accessTokens.verify(token, deps.now());
    const person = claims ? await signedInPerson(deps.database, claims) : null;
    const type = signInTypeSchema.safeParse(person?.user_type);
    if (!person || !type.success || person.user_type !== claims?.userType)
      return replyRefusal(reply, 'UNAUTHORIZED');
    if (person.session_version !== (claims.sessionVersion ?? 1)) return replyRefusal(reply, 'UNAUTHORIZED');
    if (!roles.includes(type.data)) return replyRefusal(reply, 'FORBIDDEN');
    request.actor = {
      id: person.id,
      userType: type.data,
      marketId: person.market_id,
      deviceId: deviceOf(request),
      session: claims.session,
    };
    request.person = person;
    return undefined;
  }

  return {
    /** Admits only these roles, with a valid token. */
    allow:
      (...roles: readonly SignInType[]): Hook =>
      async (request, reply) => {
        const token = bearer(request);
        return token ? enter(request, reply, token, roles) : replyRefusal(reply, 'UNAUTHORIZED');
      },
    /** Admits every caller. If there is a token, it must be valid and of one of these roles. */
    allowAnybodyOr:
      (...roles: readonly SignInType[]): Hook =>
      async (request, reply) =>
        request.headers.authorization === undefined
          ? undefined
          : enter(request, reply, bearer(request) ?? '', roles),
  };
}

/** Recorded only: the device reports it itself. */
function deviceOf(request: FastifyRequest): string | null {
  return /^[\w-]{1,64}$/.exec(String(request.headers['x-device-id'] ?? ''))?.[0] ?? null;
}

function bearer(request: FastifyRequest): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/**
 * Refuses clients of an older wire version with 426 and the served version, so that they update. The call is
 * not processed, and its operation stays in the client's outbox. A client that sends no version is served.
 */
export function refuseOlderThan(oldest: number) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const spoken = /^\d{1,6}$/.exec(String(request.headers[wireVersionHeader] ?? ''))?.[0];
    if (spoken === undefined || Number(spoken) >= oldest) return undefined;
    return replyRefusal(reply.header('upgrade', `mercado-wire/${oldest}`), 'CLIENT_TOO_OLD');
  };
}
