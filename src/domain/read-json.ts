/** Returns null for a text that is no JSON; its caller then says what the file is not. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
