import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { customerPages, laterPages } from '#scripts/bundle/pages.ts';

type Node = { type: string; start: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesIn)];
}

/** Slots that every caller fills with elements. */
const elementSlots = new Set([
  'notes',
  'points',
  'codes',
  'beside',
  'tray',
  'actions',
  'signIn',
  'main',
  'demoted',
  'aside',
  'trailing',
  'children',
]);

/** Whether a value in JSX may become a text node: everything except elements, nothing, and choices of these. */
function isText(node: unknown): boolean {
  if (!isNode(node)) return false;
  switch (node.type) {
    case 'JSXText':
      return !/^\s*\n\s*$/.test(String(node['value']));
    case 'JSXExpressionContainer':
      return isText(node['expression']);
    case 'LogicalExpression':
      return isText(node['right']) || (node['operator'] === '??' && isText(node['left']));
    case 'ConditionalExpression':
      return isText(node['consequent']) || isText(node['alternate']);
    case 'CallExpression':
      return !/^Array\.from$|\.map$/.test(sourceOf(node['callee']));
    case 'MemberExpression':
      return isText(node['property']);
    case 'Literal':
      return (typeof node['value'] === 'string' && node['value'] !== '') || typeof node['value'] === 'number';
    case 'Identifier':
      return !elementSlots.has(String(node['name'])) && node['name'] !== 'undefined';
    case 'JSXElement':
    case 'JSXFragment':
    case 'JSXEmptyExpression':
      return false;
    default:
      return true;
  }
}

let source = '';
const sourceOf = (node: unknown): string =>
  isNode(node) ? source.slice(node.start, Number(node['end'])) : '';

/** JSX children that are text beside another child, and components that return text. */
function bareTexts(path: string): string[] {
  source = readFileSync(path, 'utf8');
  const { program } = parseSync(path, source, { preserveParens: false });
  const at = (node: Node) =>
    `${path}:${source.slice(0, node.start).split('\n').length} ${sourceOf(node).trim()}`;
  return nodesIn(program).flatMap((node) => {
    if (node.type === 'FunctionDeclaration' && /^[A-Z]/.test(sourceOf(node['id'])))
      return returnsOf(node['body']).filter(isText).map(at);
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return [];
    const children = (node['children'] as Node[]).filter(
      (child) => isText(child) || !(child.type === 'JSXText' || isEmpty(child)),
    );
    return children.length > 1 ? children.filter(isText).map(at) : [];
  });
}

const isEmpty = (child: Node) =>
  isNode(child['expression']) && child['expression'].type === 'JSXEmptyExpression';

/** Values that a function returns, without those of the functions inside it. */
function returnsOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(returnsOf);
  if (!isNode(value) || /Function/.test(value.type)) return [];
  if (value.type === 'ReturnStatement') return isNode(value['argument']) ? [value['argument']] : [];
  return Object.values(value).flatMap(returnsOf);
}

/** Every file that `path` imports before anything is tapped. */
function importsOf(path: string): string[] {
  return parseSync(path, readFileSync(path, 'utf8')).module.staticImports.flatMap(
    ({ moduleRequest: { value } }) => {
      const file = value.startsWith('#src/') ? value.slice(1) : join(dirname(path), value);
      return existsSync(file) && /\.tsx?$/.test(file) ? [file] : [];
    },
  );
}

it('has no text beside an element on a page that a browser may translate, because React would lose it', () => {
  const seen = new Set(
    ['src/client/main.tsx', ...customerPages, ...laterPages].filter((path) => path.startsWith('src/')),
  );
  for (const path of seen) for (const file of importsOf(path)) seen.add(file);
  const files = [...seen].filter((path) => path.endsWith('.tsx'));
  expect(files).toContain('src/client/ui/button.tsx');
  expect(files.flatMap(bareTexts)).toEqual([]);
});
