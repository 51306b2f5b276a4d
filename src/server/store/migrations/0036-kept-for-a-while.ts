/**
 * What may be let go after its time: the words of a receipt that the ledger can say again, the content of an envelope whose hash and
 * signature stay, and events of devices. A running server may not change a receipt or an envelope (store/rights): the functions do, as
 * their owner, never to what is younger than 90 days, and never to what makes an operation happen once (key, hash, refusal).
 *
 * Costs a pass over `journal_entry`, `told_voucher` and `device_incident`, which take no new rows meanwhile: seconds for a million.
 */
export const keptForAWhile = {
  id: '0036-kept-for-a-while',
  servesOlder: true,
  sql: `
create index journal_entry_whole on journal_entry (recorded_at, op_id) where envelope ? 'hash';
create index told_voucher_time on told_voucher (told_at);
create index device_incident_time on device_incident (noticed_at);

create function slim_receipts(ops text[]) returns bigint language sql security definer
set search_path = public, pg_temp as $$
  with own as (
    update receipt r set answer = jsonb_build_object('nuevoSaldo', r.answer -> 'nuevoSaldo')
    from movement m join purchase b on b.movement_id = m.id
    where r.op_id = any (ops) and m.reference = r.op_id and b.code = r.answer ->> 'codeCompra'
      and r.refusal is null and r.answer ? 'nuevoSaldo' and r.recorded_at < now() - interval '90 days'
    returning 1
  ), accepted as (
    update receipt r set answer = jsonb_set(r.answer, '{purchase}',
        jsonb_build_object('nuevoSaldo', r.answer -> 'purchase' -> 'nuevoSaldo'))
    from accepted_sale a join movement m on m.reference = a.purchase_op_id join purchase b on b.movement_id = m.id
    where a.purchase_op_id = any (ops) and r.op_id = a.op_id and b.code = r.answer -> 'purchase' ->> 'codeCompra'
      and r.refusal is null and r.answer -> 'purchase' ? 'nuevoSaldo' and r.recorded_at < now() - interval '90 days'
    returning 1
  )
  select (select count(*) from own) + (select count(*) from accepted)
$$;
revoke all on function slim_receipts(text[]) from public;

create function slim_envelopes(ops text[]) returns bigint language sql security definer
set search_path = public, pg_temp as $$
  with slim as (
    update journal_entry e set envelope = jsonb_strip_nulls(jsonb_build_object(
      'operatorId', e.envelope -> 'operatorId', 'occurredAt', e.envelope -> 'occurredAt',
      'clockOffset', e.envelope -> 'clockOffset', 'payload', jsonb_build_object(
        'shares', e.envelope -> 'payload' -> 'shares', 'snapshotAsOf', e.envelope -> 'payload' -> 'snapshotAsOf')))
    where e.op_id = any (ops) and e.envelope ? 'hash' and e.recorded_at < now() - interval '90 days'
      and exists (select 1 from receipt r where r.op_id = e.op_id)
      and e.op_id not in (select c.op_id from sale_conflict c where c.state <> 'resolved'
        union all select c.purchase_op_id from sale_conflict c where c.state <> 'resolved')
    returning 1
  )
  select count(*) from slim
$$;
revoke all on function slim_envelopes(text[]) from public;

create function forget_device_events(old timestamptz, most int) returns bigint language sql security definer
set search_path = public, pg_temp as $$
  with incidents as (
    delete from device_incident where ctid = any (array(select i.ctid from device_incident i
      where i.noticed_at < least(old, now() - interval '90 days') order by i.noticed_at limit most for update skip locked))
    returning 1
  ), told as (
    delete from told_voucher where ctid = any (array(select t.ctid from told_voucher t
      where t.told_at < least(old, now() - interval '90 days') order by t.told_at limit most for update skip locked))
    returning 1
  )
  select (select count(*) from incidents) + (select count(*) from told)
$$;
revoke all on function forget_device_events(timestamptz, int) from public;
`,
};
