import { createHash } from 'node:crypto';
import { replacementsOf, type Place } from './operators.ts';
import { childOf, childrenIn, type Node, parseTypeScript, runningChildren } from './syntax.ts';

/** One small mistake in one place. `nth` distinguishes equal texts in the same file, from 1. */
export type MutantText = { file: string; original: string; replacement: string; nth: number };
export type Mutant = MutantText & { id: string; line: number };

/** A mutant's identity: its text without an offset, so that a line added above changes nothing. */
function idOf({ file, original, replacement, nth }: MutantText): string {
  const text = JSON.stringify([file, original, replacement, nth]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** A file with all its mutants, each inactive until the switch names its key. */
export type Instrumented = { mutants: Mutant[]; code: string };

const statements = new Set(['ExpressionStatement', 'BlockStatement']);

export function instrument(file: string, source: string): Instrumented {
  const mutants: Mutant[] = [];
  const times = new Map<string, number>();
  const add = (node: Node, replacement: string): string => {
    const original = source.slice(node.start, node.end);
    const same = JSON.stringify([original, replacement]);
    const nth = (times.get(same) ?? 0) + 1;
    times.set(same, nth);
    const line = source.slice(0, node.start).split('\n').length;
    const mutant = { file, original, replacement, nth };
    const id = idOf(mutant);
    mutants.push({ ...mutant, id, line });
    return `$mutant('${id}')`;
  };

  const names = new Set<Node | null>();
  function print(node: Node, place: Place | null): string {
    names.add(nameOfStatement(node));
    const asked =
      place && !names.has(node)
        ? replacementsOf(node, place, source).map((replacement) => ({
            replacement,
            isOn: add(node, replacement),
          }))
        : [];
    let text = '';
    let at = node.start;
    for (const { child, field } of runningChildren(node)) {
      // A shorthand's name and value are one text.
      if (child.start < at) continue;
      text +=
        source.slice(at, child.start) +
        print(child, { parent: node, field, inChain: isInChain(node, field, place) });
      at = child.end;
    }
    text += source.slice(at, node.end);
    if (asked.length === 0) return text;
    // In braces, because an `else` behind it belongs to another `if`.
    if (statements.has(node.type)) return `{ if (!${asked[0]?.isOn ?? 'false'}) ${text} }`;
    return `(${asked.map(({ replacement, isOn }) => `${isOn} ? (${replacement}) : `).join('')}(${text}))`;
  }
  const code = print(parseTypeScript(file, source), null);
  return { mutants, code: code + prelude };
}

/** Hoisted, so that other modules can call it while this one is still being loaded. */
const prelude = `
function $mutant(id) { return globalThis.$mutants === undefined ? false : globalThis.$mutants.isOn(id); }
`;

/** A prepared statement's name: a change only prepares the same statement anew, unnoticed. */
function nameOfStatement(node: Node): Node | null {
  const property = (name: string) =>
    childrenIn(node, 'properties').find((one) => childOf(one, 'key')?.['name'] === name);
  const name = property('text') && property('name');
  return name ? childOf(name, 'value') : null;
}

function isInChain(parent: Node, field: string, place: Place | null): boolean {
  if (parent.type === 'ChainExpression') return true;
  return (field === 'object' || field === 'callee') && place !== null && place.inChain;
}
