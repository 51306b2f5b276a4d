/** SQL: the deductions of the payout `o` as they were made, and their sum. */
export const deductionsOfPayout = `
  select sum(e.amount)::bigint as deducted, jsonb_agg(jsonb_build_object('_id', e.movement_id, 'kind', e.kind,
    'monto', e.amount, 'words', e.words, 'voided', f.movement_id is not null) order by e.movement_id) as deductions
  from deduction e left join deduction_void f on f.deduction_id = e.movement_id where e.payout_id = o.movement_id`;
