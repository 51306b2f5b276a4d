import { afterLetter, apply, lettersOf, salesOf } from './device.ts';
import { serve } from './server.ts';
import { inFlight, type Letter, type Program, type State } from './state.ts';

type Step = { name: string; state: State };

/** Returns every event that can happen next, with the state after it. */
export function stepsFrom(program: Program, state: State): Step[] {
  return [
    ...sales(program, state),
    ...written(program, state),
    ...deliveries(program, state),
    ...drops(program, state),
    ...elsewhere(program, state),
  ];
}

/** A dishonest device's sale leaves in a letter at once, so that letters may arrive in any order of numbers. */
function sales(program: Program, state: State): Step[] {
  const { device, now, letters } = state;
  if (device.written >= program.most.sales) return [];
  if (!program.isHonest && letters.length >= inFlight) return [];
  return salesOf(program, state).map((entry) => {
    const { seq, price, list } = entry;
    const letter = { lastSeq: seq, list, entries: [entry] };
    return {
      name: `the device sells ${price} as ${seq} by list ${list}`,
      state: {
        ...state,
        now: now + 1,
        letters: program.isHonest ? letters : inOrder([...letters, letter]),
        device: { ...device, written: seq, unsent: program.isHonest ? [...device.unsent, entry] : [] },
      },
    };
  });
}

function written(program: Program, state: State): Step[] {
  const { letters, made, device } = state;
  if (letters.length >= inFlight || made.letters >= program.most.letters) return [];
  return lettersOf(program, state).map((letter) => ({
    name: `a letter with ${letter.entries.length} operations names answer ${letter.list}`,
    state: {
      ...state,
      device: afterLetter(program, device),
      letters: inOrder([...letters, letter]),
      made: { ...made, letters: made.letters + 1 },
    },
  }));
}

/** A delivered message stays with its carrier, who may deliver it again until it is dropped. */
function deliveries(program: Program, state: State): Step[] {
  const { letters, answers, server } = state;
  const isOpen = server.answers.length <= program.most.answers && answers.length < inFlight;
  return [
    ...(isOpen ? letters : []).map((letter) => ({
      name: `the server gets the letter up to ${letter.lastSeq}, and makes answer ${server.answers.length}`,
      state: deliver(program, state, letter),
    })),
    ...answers.map((number) => ({
      name: `the device gets answer ${number}`,
      state: { ...state, device: apply(program, state, number) },
    })),
  ];
}

/** A dishonest device needs no answer: it claims what it likes of each. */
export function deliver(program: Program, state: State, letter: Letter): State {
  const { now, server, answers } = state;
  return {
    ...state,
    now: now + 1,
    server: serve(program, server, letter, now + 1),
    answers: program.isHonest ? [...answers, server.answers.length] : [],
  };
}

/** A message that is never delivered is as good as dropped, so that one is dropped only to make space. */
function drops({ most }: Program, state: State): Step[] {
  const { letters, answers, made, server, device } = state;
  const isFull = letters.length >= inFlight;
  const hasMoreLetters = made.letters < most.letters || device.written < most.sales;
  const hasMoreAnswers = answers.length >= inFlight && server.answers.length <= most.answers;
  return [
    ...(isFull && hasMoreLetters ? letters : []).map((letter, index) => ({
      name: `a letter up to ${letter.lastSeq} is dropped`,
      state: { ...state, letters: letters.toSpliced(index, 1) },
    })),
    ...(hasMoreAnswers ? answers : []).map((number, index) => ({
      name: `answer ${number} is dropped`,
      state: { ...state, answers: answers.toSpliced(index, 1) },
    })),
  ];
}

/** The voucher is spent at another stall, or the market switches offline sales off. */
function elsewhere(program: Program, state: State): Step[] {
  const { now, server, made } = state;
  const steps: Step[] = [];
  const amounts = made.spends < program.most.spends && !server.isBlocked ? [6, server.balance] : [];
  for (const amount of new Set(amounts.filter((one) => one > 0 && one <= server.balance)))
    steps.push({
      name: `another stall takes ${amount}`,
      state: {
        ...state,
        now: now + 1,
        server: {
          ...server,
          balance: server.balance - amount,
          spentElsewhere: server.spentElsewhere + amount,
        },
        made: { ...made, spends: made.spends + 1 },
      },
    });
  if (server.limitsVersion === 1 && program.most.switches > 0)
    steps.push({
      name: 'the market switches offline sales off',
      state: { ...state, now: now + 1, server: { ...server, limitsVersion: 2 } },
    });
  return steps;
}

/** Letters have no order among themselves. */
function inOrder(letters: readonly Letter[]): Letter[] {
  return letters
    .map((letter) => ({ letter, key: JSON.stringify(letter) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ letter }) => letter);
}
