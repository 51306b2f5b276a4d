/** Alternatives of SQL text. Each is found once per place. */
const swaps: readonly [RegExp, string][] = [
  [/\s+for (?:no key )?update(?: of \w+)?(?: skip locked)?/g, ''],
  [/\s+for (?:key )?share(?: of \w+)?/g, ''],
  [/(?<=\s)<=(?=\s)/g, '<'],
  [/(?<=\s)>=(?=\s)/g, '>'],
  [/(?<=\s)<(?=\s)/g, '<='],
  [/(?<=\s)>(?=\s)/g, '>='],
  [/(?<=\s)<>(?=\s)/g, '='],
  [/(?<=\s)\+(?=\s)/g, '-'],
  [/(?<=\s)-(?=\s)/g, '+'],
  [/(?<!between \S+)(?<=\s)and(?=\s)/g, 'or'],
  [/(?<=\s)or(?=\s)/g, 'and'],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists\b/g, 'not exists'],
  [/\bleft join\b/g, 'join'],
  [/\bgreatest\b/g, 'least'],
  [/\bleast\b/g, 'greatest'],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/\bon conflict(?: \([\w, ]+\))? do nothing/g, ''],
  [/(?<=select )distinct\b/g, ''],
  [/\bunion all\b/g, 'union'],
  [/(?<=\s)desc\b/g, 'asc'],
];

/** Returns the replacements of a text that is SQL, each as the whole text; null for other texts. */
export function sqlReplacements(literal: string): string[] | null {
  const isSql = /^['"`]\s*(?:select|insert|update|delete|with|from|where|and|join|left join)\s/.test(literal);
  if (!isSql) return null;
  return swaps.flatMap(([pattern, other]) =>
    [...literal.matchAll(pattern)].map(
      (match) => literal.slice(0, match.index) + other + literal.slice(match.index + match[0].length),
    ),
  );
}
