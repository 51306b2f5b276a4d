import { compile, play } from './compile.ts';

/** tsx lab/simulation/compile/run-compiled.ts lab/simulation/simulate.ts --runs 1000: compiles it, and runs it. */
const [program = '', ...options] = process.argv.slice(2);
process.exitCode = await play(await compile(program), options);
