import { clientExtras } from '#src/client/extras.ts';
import { type Guide, type GuideStep, guidesOf } from '#src/client/texts/help-texts.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';

/** Returns a role's guides, with the guides and steps that extras add. */
export function guidesFor(userType: UserType | undefined): readonly Guide[] {
  if (userType === undefined) return [];
  const all: Partial<Record<UserType, readonly Guide[]>> = guidesOf;
  const added = Object.values(clientExtras)
    .flatMap(({ helpGuides = [] }) => helpGuides)
    .filter(({ roles }) => roles.includes(userType));
  return (all[userType] ?? []).flatMap((guide) => [
    ...added.filter(({ before }) => before === guide.id).map((one) => one.guide),
    withSteps(guide),
  ]);
}

/** Guides of the core have a page with pictures in the manual (docs/manual); those of extras have none. */
export function hasManualPage({ id }: Guide): boolean {
  return Object.values<readonly Guide[]>(guidesOf).some((guides) => guides.some((guide) => guide.id === id));
}

function withSteps(guide: Guide): Guide {
  const steps = Object.values(clientExtras)
    .flatMap(({ helpSteps = [] }) => helpSteps)
    .filter((one) => one.guide === guide.id)
    .reduce((before: readonly GuideStep[], { after, step }) => {
      const place =
        after === undefined ? before.length - 2 : before.findIndex((one) => one.picture === after);
      const followed = before[place];
      // A step with the same picture as its predecessor is merged into it.
      const isJoined = after !== undefined && followed?.picture === step.picture;
      return [
        ...before.slice(0, isJoined ? place : place + 1),
        isJoined ? { ...step, text: `${followed.text} ${step.text}` } : step,
        ...before.slice(place + 1),
      ];
    }, guide.steps);
  return { ...guide, steps };
}
