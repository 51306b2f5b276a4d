import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import type { CallAnswer, Refused, Unreachable } from '#src/client/api/call-answer.ts';

/** Carries an outcome that is not a success through React Query. */
export class CallFailure extends Error {
  readonly outcome: Refused | Unreachable;

  constructor(outcome: Refused | Unreachable) {
    super(outcome.kind === 'refused' ? outcome.message : outcome.reason);
    this.outcome = outcome;
  }
}

/** Returns the data of a success. Throws any other outcome, which React Query carries as an error. */
export function unwrap<Data>(outcome: CallAnswer<Data>): Data {
  if (outcome.kind === 'ok') return outcome.data;
  throw new CallFailure(outcome);
}

export interface ReadOptions {
  enabled?: boolean;
  refetchInterval?: number;
  staleTime?: number;
  /** Shows the previous data until the new data has loaded. */
  keepsPrevious?: boolean;
}

/** Reads a call under its query key. */
export function useRead<Data>(
  queryKey: QueryKey,
  read: (asked: { readonly signal: AbortSignal }) => Promise<CallAnswer<Data>>,
  { keepsPrevious = false, ...options }: ReadOptions = {},
) {
  return useQuery<Data>({
    queryKey,
    // `asked` is not destructured: React Query cancels a query with its screen once its signal is read.
    queryFn: async (asked) => unwrap(await read(asked)),
    ...options,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}
