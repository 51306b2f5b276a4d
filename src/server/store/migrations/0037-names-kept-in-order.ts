const plain = (text: string): string => `translate(lower(${text}), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun')`;
const sortNameOf = (row: string): string =>
  plain(`case when ${row}.stall_name <> '' then ${row}.stall_name
    when ${row}.user_type = 'GLOBAL_MARKET' then coalesce((select m.name from market m where m.id = ${row}.market_id), ${row}.owner_name)
    else ${row}.owner_name end`);

/**
 * The name that lists are ordered by (0032) follows the names it is made of, whoever writes them: a process of the release before knows
 * nothing of it, and whom it registers or renames while processes are replaced would stand at the top of every list, or where
 * they stood. Whoever does already is put right.
 *
 * Costs a pass over `person`; what it puts right is closed meanwhile.
 */
export const namesKeptInOrder = {
  id: '0037-names-kept-in-order',
  servesOlder: true,
  sql: `
create function person_sort_name() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.sort_name := ${sortNameOf('new')};
  return new;
end $$;
create trigger person_sort_name before insert or update of owner_name, stall_name, user_type, market_id on person
for each row execute function person_sort_name();
update person p set sort_name = ${sortNameOf('p')} where sort_name <> ${sortNameOf('p')};
`,
};
