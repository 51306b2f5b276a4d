import { describe, expect, it } from 'vitest';
import { createCopyLog } from '#src/client/local/second/copy-log.ts';
import { fakeFiles, oneAtATime, PowerCut } from '#tests/support/browser/fake-files.ts';

const head = (seq: number) => JSON.stringify({ t: 'head', deviceId: 'una', seq, hash: `h${seq}` });

describe('the file of the second copy', () => {
  it('is on disk when it reports so', async () => {
    const { folder, disk } = fakeFiles();
    const log = createCopyLog(folder, oneAtATime());
    await log.append([head(1), head(2)]);
    expect(disk.flushes).toBe(1);
    expect(await log.read()).toEqual({ texts: [head(1), head(2)], damaged: 0 });
  });

  it('keeps every acknowledged record when power fails at any byte of a write', async () => {
    const whole = [head(1), head(2)];
    for (let bytes = 1; ; bytes += 1) {
      const { folder, disk, restart } = fakeFiles();
      const log = createCopyLog(folder, oneAtATime());
      await log.append(whole);
      disk.bytesLeft = bytes;
      const cut = await log.append([head(3), head(4)]).then(
        () => null,
        (error: unknown) => error,
      );
      if (cut === null) break;
      expect(cut).toBeInstanceOf(PowerCut);
      restart();
      disk.bytesLeft = Number.POSITIVE_INFINITY;
      const after = createCopyLog(folder, oneAtATime());
      const { texts, damaged } = await after.read();
      expect(damaged).toBe(0);
      expect(texts.slice(0, 2)).toEqual(whole);
      await after.append([head(5)]);
      expect(await after.read()).toEqual({ texts: [...texts, head(5)], damaged: 0 });
    }
  });

  it('loses nothing when power fails at any byte of a rewrite', async () => {
    const many = Array.from({ length: 9 }, (_, index) => head(index + 1));
    for (let bytes = 1; ; bytes += 1) {
      const { folder, files, disk, restart } = fakeFiles();
      const filled = createCopyLog(folder, oneAtATime(), 100_000);
      await filled.append(many);
      disk.bytesLeft = bytes;
      const cut = await createCopyLog(folder, oneAtATime(), 300)
        .append([head(10)])
        .then(
          () => false,
          () => true,
        );
      restart();
      disk.bytesLeft = Number.POSITIVE_INFINITY;
      const { texts } = await createCopyLog(folder, oneAtATime()).read();
      expect(texts.some((text) => text === head(9) || text === head(10))).toBe(true);
      if (cut) continue;
      expect([...files.keys()]).toEqual(['copia-2']);
      expect(texts).toEqual([head(10)]);
      break;
    }
  });

  it('undoes a record that does not fit, and continues once there is space', async () => {
    const { folder, disk } = fakeFiles();
    const log = createCopyLog(folder, oneAtATime());
    await log.append([head(1)]);
    disk.roomLeft = 10;
    await expect(log.append([head(2)])).rejects.toThrow('no room');
    disk.roomLeft = Number.POSITIVE_INFINITY;
    await log.append([head(3)]);
    expect(await log.read()).toEqual({ texts: [head(1), head(3)], damaged: 0 });
  });

  it('has one writer over two tabs', async () => {
    const { folder } = fakeFiles();
    const alone = oneAtATime();
    const [one, other] = [createCopyLog(folder, alone, 400), createCopyLog(folder, alone, 400)];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).append([head(index + 1)])),
    );
    const { texts, damaged } = await one.read();
    expect(damaged).toBe(0);
    expect(texts.at(-1)).toBe(head(20));
  });
});
