import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { databaseTurn } from '#src/client/local/live/first-figure.ts';
import { useActor } from '#src/client/state/unlocked.ts';

/** The server's last answer and its time: device clock, ms since 1970. */
export interface LastKnown<Data> {
  data: Data;
  at: number;
}

/**
 * Returns the query's answer, or the last one stored while online; undefined when there is none or it is
 * still being read. `name` identifies it; answers are stored per person.
 */
export function useLastKnown<Data>(
  name: string,
  schema: z.ZodMiniType<Data>,
  { data, dataUpdatedAt }: Pick<UseQueryResult<Data>, 'data' | 'dataUpdatedAt'>,
): LastKnown<Data> | undefined {
  const loadCommands = useCommands();
  const actorId = useActor()?.id ?? '';
  const id = `${actorId} ${name}`;
  const [kept, setKept] = useState<LastKnown<Data> & { id: string }>();
  const isFresh = data !== undefined;
  useEffect(() => {
    if (isFresh || actorId === '') return undefined;
    let isGone = false;
    const read = async (): Promise<void> => {
      await databaseTurn();
      const answer = await (await loadCommands()).readAnswer(id);
      const known = z.safeParse(schema, answer?.value);
      if (!isGone && answer && known.success) setKept({ id, data: known.data, at: answer.at });
    };
    // Without the module nothing was stored either.
    read().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [id, actorId, isFresh, schema, loadCommands]);
  useEffect(() => {
    if (data === undefined || actorId === '') return;
    databaseTurn()
      .then(loadCommands)
      .then((commands) => commands.keepAnswer({ id, at: dataUpdatedAt, value: data }))
      .catch(() => undefined);
  }, [id, actorId, data, dataUpdatedAt, loadCommands]);
  if (data !== undefined) return { data, at: dataUpdatedAt };
  return kept?.id === id ? kept : undefined;
}
