import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { type ReadOptions, unwrap } from '#src/client/queries/call-failure.ts';
import { readOn } from '#src/client/queries/read-on.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { Button } from '#src/client/ui/button.tsx';

interface ListPagerProps {
  page: number;
  /** Number and kind of the rows on this page. */
  shown: string;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Describes the rows shown, with links to the adjacent pages. A list of unknown length shows the page's number. */
export function ListPager({ page, shown, onPrevious, onNext }: ListPagerProps) {
  const isOnly = onPrevious === undefined && onNext === undefined;
  return (
    <div className="split soft list-foot">
      <p role="status">{isOnly ? shown : `${listsTexts.page(page)} · ${shown}`}</p>
      {!isOnly && (
        <div className="row">
          <Button {...stepOf(onPrevious)} icon={ChevronLeft}>
            {buttonTexts.previous}
          </Button>
          <Button {...stepOf(onNext)} trailing={ChevronRight}>
            {buttonTexts.next}
          </Button>
        </div>
      )}
    </div>
  );
}

/** An unavailable step keeps its place, disabled. */
function stepOf(onClick: (() => void) | undefined) {
  return {
    variant: 'secondary',
    size: 'row',
    keepIcon: true,
    disabled: onClick === undefined,
    onClick,
  } as const;
}

export type Asked<Choices extends object> = ReturnType<typeof useAsked<Choices>>;

/**
 * The question of a list: its search, its order and filters, and its page. Any change begins at the first
 * page. `q` follows the typed text as fast as the list keeps up.
 */
export function useAsked<Choices extends object>(start: Choices | (() => Choices)) {
  const [search, setSearch] = useState('');
  const [choices, setChoices] = useState(start);
  const [cursors, setCursors] = useState<string[]>([]);
  const q = useDeferredValue(search.trim());
  function searchFor(typed: string): void {
    setSearch(typed);
    setCursors([]);
  }
  return {
    q,
    choices,
    choose: (part: Partial<Choices>) => {
      setChoices((before) => ({ ...before, ...part }));
      setCursors([]);
    },
    field: { value: search, onSearch: searchFor },
    /** Props of the empty list. */
    empty: { search: q, onClear: () => searchFor('') },
    cursor: cursors.at(-1),
    page: cursors.length + 1,
    /** `next`: cursor of the page after this one; null on the last. */
    steps: (next: string | null) => ({
      onPrevious: cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1)),
      onNext: next === null ? undefined : () => setCursors([...cursors, next]),
    }),
  };
}

interface DrawnRowsProps<Row> {
  rows: readonly Row[];
  /** Number of rows, in words. */
  shown?: string | undefined;
  isAll?: boolean;
  /** Number of rows drawn at first. */
  first?: number;
  children: (drawn: readonly Row[]) => ReactNode;
}

/** Renders a long list in steps, on request. */
export function DrawnRows<Row>({ rows, shown, isAll = false, first = 50, children }: DrawnRowsProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  const drawn = isWhole || isAll ? rows : rows.slice(0, first);
  return (
    <>
      {children(drawn)}
      {(shown !== undefined || drawn.length < rows.length) && (
        <div className="split soft list-foot">
          {shown !== undefined && <p role="status">{shown}</p>}
          {drawn.length < rows.length && (
            <Button variant="secondary" size="row" onClick={() => setWhole(true)}>
              {listsTexts.showAll(rows.length)}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

export interface MoreQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Button at the foot of a list with more rows. */
export function MoreButton({ query }: { query: MoreQuery }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="split soft list-foot">
      <Button
        variant="secondary"
        size="row"
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {listsTexts.more}
      </Button>
    </div>
  );
}

/** State of an unbounded list that grows at its foot. */
export function useMore<Page extends { items: unknown[]; nextCursor: string | null }>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined) => Promise<CallAnswer<Page>>,
  { keepsPrevious = false }: Pick<ReadOptions, 'keepsPrevious'> = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => unwrap(await readOn(read, pageParam ?? undefined, signal)),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const items = query.data?.pages.flatMap((page): Page['items'][number][] => page.items);
  return { query, items };
}
