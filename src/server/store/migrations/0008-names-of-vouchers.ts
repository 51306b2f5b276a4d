/**
 * What the audit kept of vouchers named them by their id, which opens them. Staff name a voucher by the movement that
 * issued it and by its short code.
 */
export const namesOfVouchers = {
  id: '0008-names-of-vouchers',
  sql: `
update decision d set
  subject_id = i.movement_id::text,
  subject_name = case when d.subject_name = d.subject_id then v.short_code else d.subject_name end,
  before = d.before - 'uuid',
  after = d.after - 'uuid',
  search_text = lower(concat_ws(' ', d.subject_name, v.short_code, i.movement_id, d.after ->> 'reason'))
from (
  select voucher_id, movement_id from top_up
  union all select new_voucher_id, movement_id from voucher_change where new_voucher_id is not null
  union all select voucher_id, movement_id from redemption where voucher_id is not null
) i join voucher v on v.id = i.voucher_id
where d.subject_type = 'VOUCHER' and d.subject_id = i.voucher_id::text;
`,
};
