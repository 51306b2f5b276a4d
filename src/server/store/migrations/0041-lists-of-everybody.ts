/**
 * Lists of people by their status and of the deleted ones in the order they are shown in, however many there are: each page was put in
 * order anew of all of them. A registration writes one entry more; status and names change seldom.
 *
 * Costs two passes over `person`, to which nothing is written meanwhile: a second or two for a million people.
 */
export const listsOfEverybody = {
  id: '0041-lists-of-everybody',
  servesOlder: true,
  sql: `
create index person_status_name on person (user_type, status, sort_name, id) where visible;
create index person_deleted on person (user_type, sort_name, id) where not visible;
`,
};
