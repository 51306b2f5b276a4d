import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { runCampaign, type Campaign, type OnRun } from './campaign.ts';
import type { RareState } from './rare-states.ts';

/** Seeds that one process plays in a row, and the file of their result. */
export type Block = { seed: number; runs: number; file: string };

/** A campaign with its seconds of the processor. */
export type PlayedBlock = Campaign & { cpuSeconds: number };

type Stored = Omit<PlayedBlock, 'rare'> & { rare: [RareState, number][] };

export async function playBlock({ seed, runs }: Omit<Block, 'file'>, onRun?: OnRun): Promise<PlayedBlock> {
  const before = process.cpuUsage();
  const campaign = await runCampaign(seed, runs, onRun);
  const { user, system } = process.cpuUsage(before);
  return { ...campaign, cpuSeconds: (user + system) / 1_000_000 };
}

/** An interrupted block leaves no file of this name. */
export function storeBlock(file: string, block: PlayedBlock): void {
  const stored: Stored = { ...block, rare: [...block.rare] };
  writeFileSync(`${file}.part`, JSON.stringify(stored));
  renameSync(`${file}.part`, file);
}

export function readBlock(file: string): PlayedBlock {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
  return { ...stored, rare: new Map(stored.rare) };
}
