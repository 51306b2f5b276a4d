import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'mercado-test-';
/** A whole run needs less than a third of it: its write-ahead log and the databases of three files at a time. */
const leastBytes = 4 * 1024 ** 3;

/**
 * A new empty folder for data that no test asks of a disk: in memory where it has room for them (a container's often has 64 MB),
 * which halves the kernel's part of a test with a database; else in the temporary folder. The caller removes it; what a run that
 * was killed left in memory is removed by the next one.
 */
export function quickFolder(): string {
  const parent = hasRoom() ? memory : tmpdir();
  return openForOthers(fs.mkdtempSync(join(parent, `${prefix}${process.pid}-`)));
}

/** The folder itself. As root PostgreSQL runs as another user, who has to pass through. */
export function openForOthers(folder: string): string {
  if (process.getuid?.() === 0) fs.chmodSync(folder, 0o711);
  return folder;
}

function hasRoom(): boolean {
  try {
    fs.accessSync(memory, fs.constants.W_OK);
    sweep();
    const { bavail, bsize } = fs.statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory()) >= leastBytes;
  } catch {
    return false;
  }
}

function sweep(): void {
  for (const name of fs.readdirSync(memory)) {
    const maker = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (maker !== undefined && !isRunning(Number(maker)))
      fs.rmSync(join(memory, name), { recursive: true, force: true });
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
