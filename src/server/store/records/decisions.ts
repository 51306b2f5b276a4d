import { randomUUID } from 'node:crypto';
import type { DecisionFacts, DecisionKind, DecisionSubject } from '#src/contract/accounts/decision.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { insertRow } from '#src/server/store/rows.ts';
import { searchText } from './paging.ts';
import type { PersonRow } from './people.ts';

export type Decision = {
  kind: DecisionKind;
  /** Null without a signed-in person. */
  actor: { id: string; deviceId?: string | null } | null;
  /** The market whose list shows the decision; null shows it only to ADMIN. */
  marketId: MarketId | null;
  subject: { type: DecisionSubject; id: string; name: string };
  before?: DecisionFacts | null;
  after?: DecisionFacts | null;
  recordedAt: Date;
};

/** Rejects facts that have no text, also in an object that was made elsewhere. */
type Known<Facts> = Facts & Record<Exclude<keyof Facts, keyof DecisionFacts>, never>;

/**
 * Records a decision and its actor in the transaction of the decision, so that neither exists without the
 * other. Rows are only inserted. `before` and `after` must contain no secrets.
 */
export async function writeDecision<Before extends DecisionFacts, After extends DecisionFacts>(
  session: Session,
  decision: Omit<Decision, 'before' | 'after'> & {
    before?: Known<Before> | null;
    after?: Known<After> | null;
  },
): Promise<void> {
  const { kind, actor, marketId, subject, before = null, after = null, recordedAt } = decision;
  await insertRow(session, 'decision', {
    id: randomUUID(),
    kind,
    marketId,
    actorId: actor?.id ?? null,
    deviceId: actor?.deviceId ?? null,
    subjectType: subject.type,
    subjectId: subject.id,
    subjectName: subject.name,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    searchText: searchText(
      subject.name,
      subject.id,
      JSON.stringify(after ?? {}),
      JSON.stringify(before ?? {}),
    ),
    recordedAt,
  });
}

/** Records a decision about the sign-in of one person, without facts. */
export function writeSignInDecision(
  { now }: { now: () => Date },
  session: Session,
  kind: DecisionKind,
  actor: Decision['actor'],
  person: Pick<PersonRow, 'id' | 'user_type' | 'owner_name' | 'market_id'>,
): Promise<void> {
  return writeDecision(session, {
    kind,
    actor,
    marketId: person.market_id,
    subject: { type: person.user_type, id: person.id, name: person.owner_name },
    recordedAt: now(),
  });
}
