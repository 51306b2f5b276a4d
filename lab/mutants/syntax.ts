import { parseSync } from 'vite';

/**
 * A node of the parsed source, as far as mutants need it: kind and position. Offsets are of the source's
 * text.
 */
export type Node = { type: string; start: number; end: number; [field: string]: unknown };

export function parseTypeScript(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  return program as unknown as Node;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function childOf(node: Node, field: string): Node | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

export function childrenIn(node: Node, field: string): Node[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** TypeScript kinds that contain an expression of the running program. */
const transparent = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** Running nodes below a node, in text order: types, import paths and property names do not run. */
export function runningChildren(node: Node): { child: Node; field: string }[] {
  const found: { child: Node; field: string }[] = [];
  for (const [field, value] of Object.entries(node)) {
    if (isFixed(node, field)) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child) && (!child.type.startsWith('TS') || transparent.has(child.type)))
        found.push({ child, field });
  }
  return found.sort((a, b) => a.child.start - b.child.start);
}

function isFixed(node: Node, field: string): boolean {
  if (node['declare'] === true || node.type.startsWith('Import') || node.type === 'ExportAllDeclaration')
    return true;
  if (field === 'source') return true;
  const isName = field === 'key' || field === 'property';
  return isName && node['computed'] !== true;
}
