/** Who answers for what a count at a point found missing or left over. null: nothing, or it was counted before anybody was named. */
export const whoAnswersForACount = {
  id: '0053-who-answers-for-a-count',
  sql: `
alter table till_count add column answers text check (answers in ('POINT', 'MARKET'));
alter table till_count add constraint till_count_difference_check check (answers is null or counted <> expected);
`,
};
