import { playBlock, storeBlock, type Block } from './blocks.ts';

/**
 * Plays blocks for its parent, one message each, and answers each once its file is there. A process that goes
 * on plays twice as many days a second as one that starts, because its code is compiled by then.
 */
process.on('message', (block: Block) => void play(block));

async function play(block: Block): Promise<void> {
  storeBlock(block.file, await playBlock(block));
  process.send?.('played');
}
