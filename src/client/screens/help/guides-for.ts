import { clientExtras } from '#src/client/extras.ts';
import { type Guide, guidesOf } from '#src/client/texts/help-texts.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';

/** Returns the guides of a role with those of extras, each after the guide that it names. */
export function guidesFor(userType: UserType | undefined): readonly Guide[] {
  if (userType === undefined) return [];
  const all: Partial<Record<UserType, readonly Guide[]>> = guidesOf;
  const added = Object.values(clientExtras).flatMap(({ helpGuide }) =>
    helpGuide?.roles.includes(userType) === true ? helpGuide : [],
  );
  return (all[userType] ?? []).flatMap((guide) => [
    withExtras(guide),
    ...added.filter(({ after }) => after === guide.id).map((extra) => extra.guide),
  ]);
}

/** The guide with the steps of extras before its last one. */
function withExtras(guide: Guide): Guide {
  const added = Object.values(clientExtras).flatMap(({ helpStep }) =>
    helpStep?.guide === guide.id ? helpStep.step : [],
  );
  return { ...guide, steps: [...guide.steps.slice(0, -1), ...added, ...guide.steps.slice(-1)] };
}
