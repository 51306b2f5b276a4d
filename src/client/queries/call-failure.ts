import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import type { Outcome, Refused, Unreachable } from '#src/client/api/outcome.ts';

/** How a query carries an outcome that is not a success. */
export class CallFailure extends Error {
  readonly outcome: Refused | Unreachable;

  constructor(outcome: Refused | Unreachable) {
    super(outcome.kind === 'refused' ? outcome.message : outcome.reason);
    this.outcome = outcome;
  }
}

/** The data of an outcome that is a success; React Query carries the rest as an error. */
export function unwrap<Data>(outcome: Outcome<Data>): Data {
  if (outcome.kind === 'ok') return outcome.data;
  throw new CallFailure(outcome);
}

interface ReadOptions {
  enabled?: boolean;
  refetchInterval?: number;
  staleTime?: number;
  /** Shows the previous data until the new data has loaded. */
  keepsPrevious?: boolean;
}

/** Reads a call under its query key. */
export function useRead<Data>(
  queryKey: QueryKey,
  read: (asked: { readonly signal: AbortSignal }) => Promise<Outcome<Data>>,
  { keepsPrevious = false, ...options }: ReadOptions = {},
) {
  return useQuery<Data>({
    queryKey,
    // Not taken apart: a question whose signal is looked at is given up with its screen.
    queryFn: async (asked) => unwrap(await read(asked)),
    ...options,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}
