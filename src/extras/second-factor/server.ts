import type { Actor } from '#src/server/actor.ts';
import type { ServerExtra } from '#src/server/context.ts';
import { addressKey } from '#src/server/http/address.ts';
import { replyAnswer } from '#src/server/http/replies.ts';
import { createPasswordTries } from '#src/server/nouns/accounts/password-tries.ts';
import { createPasswordCheck } from '#src/server/store/secrets/slow-hash.ts';
import { secondFactorCalls as calls } from './contract/calls.ts';
import { beginFactor, confirmFactor, endFactor, judgeFactor, readFactor } from './server/second-factor.ts';

export const secondFactor = {
  calls,
  checkSignIn: judgeFactor,
  /** Wrong passwords and codes are counted in the same way as at a sign-in. */
  routes: async (app, { context }) => {
    const routes = context.routesOn(app);
    const passwordMatches = await createPasswordCheck(context.hashCost);
    const factors = { ...context, database: context.money, passwordMatches };
    const tries = createPasswordTries('factor', factors.database, factors.quotas);
    const wrong = ['WRONG_PASSWORD', 'SECOND_FACTOR_WRONG'];
    const guessOf = (actor: Actor, ip: string) => ({ account: actor.id, address: addressKey(ip) });

    routes.value(calls.readFactor, ({ person }) => readFactor(factors, person));
    routes.raw(calls.beginFactor, async ({ actor, person, body, request, reply }) => {
      const answer = await tries.judge(reply, guessOf(actor, request.ip), wrong, () =>
        beginFactor(factors, person, body.password),
      );
      return answer ? replyAnswer(reply, 200, answer) : reply;
    });
    routes.raw(calls.confirmFactor, async ({ actor, person, body, request, reply }) => {
      const answer = await tries.judge(reply, guessOf(actor, request.ip), wrong, () =>
        confirmFactor(factors, actor, person, body.code),
      );
      return answer ? replyAnswer(reply, 200, answer) : reply;
    });
    routes.raw(calls.endFactor, async ({ actor, person, body, request, reply }) => {
      const answer = await tries.judge(reply, guessOf(actor, request.ip), wrong, () =>
        endFactor(factors, actor, person, body),
      );
      return answer ? replyAnswer(reply, 204, answer) : reply;
    });
  },
} satisfies ServerExtra;
