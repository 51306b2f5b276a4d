import type { SessionUser } from '#src/client/state/session.ts';
import type { Stage } from '../exercises/run-exercise.ts';
import type { PracticeServer } from '../place/own-network.ts';
import { commonAnswers } from './common-answers.ts';
import { deviceAnswers } from './device-answers.ts';
import { pointAnswers } from './point-answers.ts';
import { createPracticeServer } from './practice-server.ts';
import { stallAnswers } from './stall-answers.ts';

export const answers = [...commonAnswers, ...stallAnswers, ...pointAnswers, ...deviceAnswers];

/** Returns the market over the books of this world. */
export function openMarket({ world, key }: Pick<Stage, 'world' | 'key'>, user: SessionUser): PracticeServer {
  const market = {
    books: () => world.read().books,
    write: (books: ReturnType<typeof world.read>['books']) => world.patch({ books }),
    user,
    key,
    now: () => new Date().toISOString(),
  };
  return createPracticeServer(answers, market, () => world.read().hasLink);
}
