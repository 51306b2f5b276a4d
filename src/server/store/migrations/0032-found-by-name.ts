/**
 * People in the order of their names and by any part of them, and vouchers that have something on them, without reading all that there
 * ever were. `sort_name` is what a list shows, in lower case without accents. `is_open` changes once or twice in a voucher's life, so a
 * purchase still touches no index of it; with `balance` in an index each would touch all of them.
 *
 * Costs a pass over `person` and a rewrite of `voucher`, both closed meanwhile: some seconds for a million rows.
 */
export const foundByName = {
  id: '0032-found-by-name',
  sql: `
do $$ begin
  create extension if not exists pg_trgm;
exception when others then
  raise exception 'Falta la extensión pg_trgm (paquete postgresql-contrib), o el dueño de la base de datos no puede crearla: %', sqlerrm;
end $$;

alter table person add column sort_name text collate "C" not null default '';
update person p set sort_name = translate(lower(case when p.stall_name <> '' then p.stall_name
    when p.user_type = 'GLOBAL_MARKET' then coalesce((select m.name from market m where m.id = p.market_id), p.owner_name)
    else p.owner_name end), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun');
create index person_name on person (user_type, sort_name, id) where visible;
create index person_recent on person (user_type, created_at, id) where visible;
create index person_search on person using gin (search_text gin_trgm_ops);
create index decision_search on decision using gin (search_text gin_trgm_ops);

alter table voucher add column is_open boolean not null generated always as (balance > 0) stored;
create index voucher_open on voucher (market_id, created_at) where is_open;
create index voucher_open_id on voucher (id) where is_open;
create index payout_time on payout (recorded_at, movement_id);
create index till_count_time on till_count (recorded_at, movement_id);
create index refund_time on refund (recorded_at, movement_id);
create index top_up_customer on top_up (customer_id, recorded_at);
`,
};
