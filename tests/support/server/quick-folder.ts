import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'mercado-test-';
/**
 * A whole run needs less than a third of it: its write-ahead log and the databases of three files at a time.
 */
const leastBytes = 4 * 1024 ** 3;

/**
 * Returns a new empty folder for data whose disk does not matter. In memory if it fits (a container often has
 * only 64 MB), which halves the kernel's part of a database test; otherwise in the temporary folder. The
 * caller deletes it; leftovers of a killed run in memory are deleted by the next one.
 */
export function quickFolder(): string {
  const parent = hasRoom() ? memory : tmpdir();
  return openForOthers(fs.mkdtempSync(join(parent, `${prefix}${process.pid}-`)));
}

/** Makes the folder passable: as root, PostgreSQL runs as another user. */
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
    // Another user's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
