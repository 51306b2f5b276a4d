import { apply, lettersOf } from './device.ts';
import { deliver } from './moves.ts';
import { face, perVoucher, type Program, type Server, type State, sum } from './state.ts';

/** Returns what is wrong in a state, and after one letter and its answer have arrived from it. */
export function judge(program: Program, state: State): string[] {
  const wrong = [...judgeBooks(program, state), ...(program.isHonest ? judgeHonest(state) : [])];
  if (wrong.length > 0 || !program.isHonest || state.device.unsent.length === 0) return wrong;
  const [letter] = lettersOf(program, state);
  if (!letter) return ['a device with operations has no letter for them'];
  const served = deliver(program, state, letter);
  const device = apply(program, served, served.server.answers.length - 1);
  const after = [...judgeBooks(program, served), ...judgeHonest({ ...served, device })];
  return device.unsent.length === 0 ? after : [...after, 'an operation stays without a result'];
}

/** Books by the movements alone: nothing is posted twice, and a device's loss stays within its bounds. */
function judgeBooks({ perDevice }: Program, { server, device }: State): string[] {
  const { movements, balance, spentElsewhere } = server;
  const wrong: string[] = [];
  const numbers = movements.map(({ seq }) => seq);
  if (new Set(numbers).size < numbers.length) wrong.push('a sale is posted twice');
  if (numbers.some((seq) => seq > device.written)) wrong.push('a sale is posted that was not written');
  const taken = sum(movements.map((movement) => movement.taken));
  if (balance < 0 || balance + taken + spentElsewhere !== face) wrong.push('the voucher does not add up');
  const lost = lostIn(server);
  if (lost > Math.min(perVoucher, face)) wrong.push(`${lost} are lost on one voucher`);
  if (lost > perDevice) wrong.push(`${lost} are lost by one device`);
  return wrong;
}

/** Returns what the market has paid for the voucher beyond its balance, without a person's decision. */
export function lostIn({ movements }: Server): number {
  return sum(movements.map(({ missing }) => missing));
}

function judgeHonest({ server, device }: State): string[] {
  const wrong: string[] = [];
  for (const { seq, reason } of server.receipts)
    if (reason !== null) wrong.push(`sale ${seq} of an honest device is reviewed: ${reason}`);
  const kept = new Set([...device.unsent, ...server.movements].map(({ seq }) => seq));
  for (let seq = 1; seq <= device.written; seq += 1)
    if (!kept.has(seq) && !server.receipts.some((receipt) => receipt.seq === seq && receipt.reason !== null))
      wrong.push(`sale ${seq} is lost`);
  if (device.list < device.newest) wrong.push(`answer ${device.list} was applied after ${device.newest}`);
  return wrong;
}
