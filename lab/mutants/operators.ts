import { sqlReplacements } from './sql-operators.ts';
import { childOf, childrenIn, isNode, type Node } from './syntax.ts';

/** Source text that replaces a node; empty to delete a statement. */
export type Replacement = string;

const comparisons: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
};
const arithmetic: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
};
const assignments: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '||=': '&&=',
  '&&=': '||=',
  '??=': '&&=',
};
/** Language functions whose opposite, or absence (''), is a likely mistake. */
const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  filter: '',
  sort: '',
  reverse: '',
  slice: '',
  trim: '',
  toReversed: '',
  toSorted: '',
};
const tests: ReadonlySet<string> = new Set(['IfStatement', 'ConditionalExpression']);
const loops: ReadonlySet<string> = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement']);

/** Place of a node: its parent and field; `inChain`: below a `?.`, where it cannot be put in brackets. */
export type Place = { parent: Node; field: string; inChain: boolean };

/** Replacements of a node that are likely human mistakes. */
export function replacementsOf(node: Node, place: Place, source: string): Replacement[] {
  const text = (part: Node) => source.slice(part.start, part.end);
  const all = [...ofCondition(node, place), ...ofResult(node, place), ...ofNode(node, place, source, text)];
  return [...new Set(all)].filter((one) => one !== text(node));
}

function ofCondition(node: Node, { parent, field }: Place): Replacement[] {
  if (field !== 'test' || node.type === 'Literal') return [];
  if (tests.has(parent.type)) return ['true', 'false'];
  return loops.has(parent.type) ? ['false'] : [];
}

/** Return value of a short function. */
function ofResult(node: Node, { parent, field }: Place): Replacement[] {
  const isResult =
    parent.type === 'ArrowFunctionExpression' && field === 'body' && node.type !== 'BlockStatement';
  return isResult ? ['undefined'] : [];
}

function ofNode(node: Node, place: Place, source: string, text: (part: Node) => string): Replacement[] {
  const operator = typeof node['operator'] === 'string' ? node['operator'] : '';
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
  const { parent } = place;
  switch (node.type) {
    case 'BinaryExpression': {
      if (!left || !right) return [];
      const others = comparisons[operator] ?? (joinsTexts(left, right) ? [] : (arithmetic[operator] ?? []));
      return others.map((other) => `${text(left)} ${other} ${text(right)}`);
    }
    case 'LogicalExpression':
      return left && right ? [text(left), text(right)] : [];
    case 'AssignmentExpression': {
      const other = assignments[operator];
      return left && right && other ? [`${text(left)} ${other} ${text(right)}`] : [];
    }
    case 'UnaryExpression': {
      const argument = childOf(node, 'argument');
      return argument && ['!', '-', '~'].includes(operator) ? [text(argument)] : [];
    }
    case 'UpdateExpression':
      return [text(node).replace(operator, operator === '++' ? '--' : '++')];
    case 'Literal':
      return ofLiteral(node, place);
    case 'TemplateLiteral':
      return parent.type === 'TaggedTemplateExpression'
        ? []
        : (sqlReplacements(text(node)) ?? (isMessage(parent) ? [] : ["''"]));
    case 'ArrayExpression':
      return childrenIn(node, 'elements').length > 0 ? ['[]'] : [];
    case 'ObjectExpression':
      return childrenIn(node, 'properties').length > 0 ? ['{}'] : [];
    case 'ChainExpression':
      return optionalMarks(node, source).map((at) => withoutMark(node, source, at));
    case 'CallExpression':
      return place.inChain ? [] : ofCall(node, source, text);
    case 'ExpressionStatement':
      return typeof node['directive'] === 'string' ? [] : [''];
    case 'BlockStatement':
      return /Function/.test(parent.type) && childrenIn(node, 'body').length > 0 ? ['{}'] : [];
    default:
      return [];
  }
}

function ofLiteral(node: Node, { parent }: Place): Replacement[] {
  const value = node['value'];
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value !== 'string' || isMessage(parent)) return [];
  return sqlReplacements(String(node['raw'])) ?? [value === '' ? "'mutant'" : "''"];
}

/** The text of an error that is never shown is no behaviour. */
function isMessage(parent: Node): boolean {
  const callee = childOf(parent, 'callee');
  const name = callee ? String(callee['name'] ?? childOf(callee, 'property')?.['name'] ?? '') : '';
  return (parent.type === 'NewExpression' && name.endsWith('Error')) || name === 'assert';
}

function joinsTexts(...operands: readonly Node[]): boolean {
  return operands.some(
    (operand) => operand.type === 'TemplateLiteral' || typeof operand['value'] === 'string',
  );
}

function ofCall(node: Node, source: string, text: (part: Node) => string): Replacement[] {
  const callee = childOf(node, 'callee');
  const object = callee && callee.type === 'MemberExpression' ? childOf(callee, 'object') : null;
  const property = callee && callee['computed'] !== true ? childOf(callee, 'property') : null;
  if (!object || !property) return [];
  const name = String(property['name']);
  const other = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (other === undefined) return [];
  if (other === '') return [text(object)];
  return [source.slice(node.start, property.start) + other + source.slice(property.end, node.end)];
}

/** Positions of `?.` in a chain, without those of chains inside its arguments. */
function optionalMarks(chain: Node, source: string): number[] {
  const marks: number[] = [];
  let link: Node | null = childOf(chain, 'expression');
  while (link && isNode(link)) {
    const before: Node | null =
      childOf(link, link.type === 'CallExpression' ? 'callee' : 'object') ?? childOf(link, 'expression');
    if (link['optional'] === true && before) marks.push(source.indexOf('?.', before.end));
    link = before;
  }
  return marks;
}

function withoutMark(chain: Node, source: string, at: number): string {
  const next = source[at + 2];
  const plain = next === '(' || next === '[' ? '' : '.';
  return source.slice(chain.start, at) + plain + source.slice(at + 2, chain.end);
}
