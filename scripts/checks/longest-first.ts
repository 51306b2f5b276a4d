import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, longest first: one that starts last would be waited for alone. */
const longest = [
  'e2e/without-link',
  'e2e/market-day',
  'e2e/payday',
  'e2e/hard-day',
  'e2e/customers-and-cash',
  'e2e/office',
  'e2e/opening-day',
];

/** Vitest's order (by durations of earlier runs, otherwise by file size), except for these. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.includes(`/${name}.test.`));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
