import type { RefusalCode } from '#src/contract/refusals.ts';

/** A service's result: the value, or the code of an expected refusal with its figures. Services throw only for the unexpected. */
export type Answer<Value> = { ok: true; value: Value } | Refusal;
export type Refusal = {
  ok: false;
  code: RefusalCode;
  left?: number;
  reason?: string;
  fields?: Record<string, string>;
};

export function done<Value>(value: Value): Answer<Value> {
  return { ok: true, value };
}

export function refuse(code: RefusalCode, facts: Omit<Refusal, 'ok' | 'code'> = {}): Refusal {
  return { ok: false, code, ...facts };
}
