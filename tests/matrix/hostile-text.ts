import * as z from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Texts for which a backtracking expression takes quadratic time. */
export function hostileTexts(length: number): string[] {
  const filled = (start: string, unit: string, end: string): string =>
    start + unit.repeat(Math.floor((length - start.length - end.length) / unit.length)) + end;
  return [
    filled('a@', '.', '@'),
    filled('a@', 'a.', '@'),
    filled('', 'a@', ''),
    filled('', ' ', 'a'),
    filled('a', ' ', 'a'),
    filled('', 'a', '\u0000'),
    filled('', '-', '!'),
    filled('', 'A_', '!'),
    filled('', '0', 'x'),
    filled('2026-01-01T00:00:00.', '0', 'x'),
    filled('', '\u{1f9fa}', '\ud800'),
  ];
}

/** A value of the schema's shape with `text` in place of every text, including choices and dates. */
export function withEveryText(schema: z.core.$ZodType, text: string): unknown {
  return fill(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), text);
}

function fill(schema: JsonSchema, text: string): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return fill(choice, text);
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [
        name,
        typeof property === 'boolean' ? text : fill(property, text),
      ]),
    );
  if (schema.type === 'array')
    return [
      typeof schema.items === 'object' && !Array.isArray(schema.items) ? fill(schema.items, text) : text,
    ];
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  return schema.type === 'boolean' ? true : text;
}
