import fs from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of backups contains `mercado-<when>-<life>-<segment>.copia`, each an encrypted copy of the
 * running cluster that needs the log from that segment on, and `log/<life>/<segment>.<when>`, the log, one
 * encrypted file per segment with its time of arrival. Selection and pruning need only the names, so no file
 * has to be decrypted, and a list of names reveals no secret.
 */
export type KeptCopy = { path: string; at: Date; life: string; segment: string };
export type KeptSegment = { path: string; segment: string; at: Date };

const copyName = /^mercado-(\d{8}T\d{6}Z)-([0-9a-f]{16})-([0-9A-F]{24})\.copia$/;
const segmentName = /^([0-9A-F]{24})\.(\d{8}T\d{6}Z)$/;

/** "20261122T103000Z" */
export function stampOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function readStamp(stamp: string): Date {
  return new Date(stamp.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

export function nameOfCopy({ at, life, segment }: Omit<KeptCopy, 'path'>): string {
  return `mercado-${stampOf(at)}-${life}-${segment}.copia`;
}

export function nameOfSegment({ segment, at }: Omit<KeptSegment, 'path'>): string {
  return `${segment}.${stampOf(at)}`;
}

export function logFolder(folder: string, life: string): string {
  return join(folder, 'log', life);
}

/** Returns the copies, oldest first. */
export function listCopies(folder: string): KeptCopy[] {
  const found = namesIn(folder).flatMap((name): KeptCopy[] => {
    const [, stamp, life, segment] = copyName.exec(name) ?? [];
    return stamp && life && segment
      ? [{ path: join(folder, name), at: readStamp(stamp), life, segment }]
      : [];
  });
  return found.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Returns the segments in the order in which they were written. */
export function listSegments(folder: string, life: string): KeptSegment[] {
  const found = namesIn(logFolder(folder, life)).flatMap((name): KeptSegment[] => {
    const [, segment, stamp] = segmentName.exec(name) ?? [];
    return segment && stamp
      ? [{ path: join(logFolder(folder, life), name), segment, at: readStamp(stamp) }]
      : [];
  });
  return found.toSorted((a, b) => (a.segment < b.segment ? -1 : 1));
}

export function listLives(folder: string): string[] {
  return namesIn(join(folder, 'log')).filter((name) => /^[0-9a-f]{16}$/.test(name));
}

export function isSegment(name: string): boolean {
  return /^[0-9A-F]{24}$/.test(name);
}

/** Segments are 4 MB, as set at initdb: 1,024 of them share the middle number of their names. */
const segmentsPerLog = 2 ** 32 / (4 * 1024 * 1024);

/** "000000010000000000000009" → "00000001000000000000000A" */
export function segmentAfter(segment: string): string {
  const [timeline, log, part] = [segment.slice(0, 8), segment.slice(8, 16), segment.slice(16)];
  const next = Number.parseInt(part, 16) + 1;
  const hex = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0');
  return next < segmentsPerLog
    ? `${timeline}${log}${hex(next)}`
    : `${timeline}${hex(Number.parseInt(log, 16) + 1)}${hex(0)}`;
}

/** Returns the segments from `first` up to the first gap. */
export function unbrokenFrom(segments: readonly KeptSegment[], first: string): KeptSegment[] {
  const byName = new Map(segments.map((one) => [one.segment, one]));
  const chain: KeptSegment[] = [];
  for (let next = byName.get(first); next; next = byName.get(segmentAfter(next.segment))) chain.push(next);
  return chain;
}

function namesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}
