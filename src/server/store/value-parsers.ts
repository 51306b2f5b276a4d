import { types, type CustomTypesConfig } from 'pg';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMP = 1114;
/** Not among the driver's named types, hence no literal. */
const TEXT_ARRAY: number = 1009;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`${text} does not fit a number without losing cents`);
  }
  return value;
}

function parseInt8Array(text: string): (number | null)[] {
  const items: (string | null)[] = types.getTypeParser(TEXT_ARRAY, 'text')(text);
  return items.map((item) => (item === null ? null : parseSafeInteger(item)));
}

/**
 * How column values become JavaScript values.
 * int8 is a safe `number` (or the query fails), timestamptz a `Date`, json parsed, numeric an exact string;
 * `date` and `timestamp` stay text, because the driver would read them in the time zone of the machine.
 */
export const valueParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    switch (oid) {
      case INT8:
        return parseSafeInteger;
      case INT8_ARRAY:
        return parseInt8Array;
      case DATE:
      case TIMESTAMP:
        return (text: string) => text;
      case DATE_ARRAY:
        return types.getTypeParser(TEXT_ARRAY, 'text');
      default:
        return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text');
    }
  },
};
