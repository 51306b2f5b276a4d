import { createRandom } from '#lab/simulation/machine/random.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';

/**
 * A person merges two rows of customers: the first resolves to the second from then on, with everything that
 * resolved to the first. Their vouchers stay where they are, and are spent online and offline.
 */
export function mergeNowAndThen(world: SimWorld, step: number): void {
  const dice = createRandom((world.seed * 41 + 3) ^ (step * 7_919));
  // Staff actions since a copy are on no device.
  if (world.restore || !dice.chance(world.focus === 'merged customers' ? 0.6 : 0.04)) return;
  const { customers } = world.server.ledger;
  const visible = [...customers].filter(([, { mergedInto }]) => mergedInto === null);
  if (visible.length < 2) return;
  const [[gone, row], [into]] = [dice.pick(visible), dice.pick(visible)];
  if (gone === into) return;
  customers.set(gone, { ...row, mergedInto: into });
  for (const [id, other] of customers)
    if (other.mergedInto === gone) {
      customers.set(id, { ...other, mergedInto: into });
      world.reach('a customer merged twice');
    }
  world.merged.add(gone);
  note(world, null, 'two customers are one');
  world.reach('a customer merged by a person');
}
