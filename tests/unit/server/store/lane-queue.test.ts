import { expect, it } from 'vitest';
import type { Lane } from '#src/server/store/database.ts';
import { LaneQueue } from '#src/server/store/lane-queue.ts';

it('serves the money lane first, each lane in its order, with as many permits as there are', async () => {
  const queue = new LaneQueue(2);
  const first = await queue.acquire('read');
  const second = await queue.acquire('read');
  const served: string[] = [];
  const wait = async (name: string, lane: Lane): Promise<void> => {
    const release = await queue.acquire(lane);
    served.push(name);
    release();
  };
  const all = [wait('r1', 'read'), wait('m1', 'money'), wait('r2', 'read'), wait('m2', 'money')];
  await Promise.resolve();
  expect(served).toEqual([]);
  first();
  first();
  await Promise.all(all);
  expect(served).toEqual(['m1', 'm2', 'r1', 'r2']);
  let idle = false;
  const whenIdle = queue.idle().then(() => (idle = true));
  await Promise.resolve();
  expect(idle).toBe(false);
  second();
  await whenIdle;
});
