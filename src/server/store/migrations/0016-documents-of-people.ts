/**
 * Who a text of `identificacion` means: the type and the number of the document, as domain/identification.ts reads it. Of
 * old rows with one document all stay: the younger ones are marked, stand outside of the unique index, and a person decides.
 */
export const documentsOfPeople = {
  id: '0016-documents-of-people',
  sql: `
alter table person add column document_type text not null default 'CC'
  check (document_type in ('CC', 'TI', 'CE', 'PPT', 'PA', 'NIT'));
alter table person add column document_number text not null default '';
alter table person add column document_clash boolean not null default false;

with joined as (
  select id, coalesce(nullif(translate(identificacion,
      'abcdefghijklmnopqrstuvwxyz .,:-/_''' ||
        U&'\\2019\\00b7\\00a0\\2007\\2009\\200a\\2010\\2011\\2012\\2013\\2014\\2015\\202f\\2212',
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), ''), identificacion) collate "C" as whole
  from person
), ahead as (
  select id, whole, substring(whole from '^(CC|TI|CE|PPT|NIT)[0-9]') as named,
    substring(whole from '^((?:PA)+)(?=[A-Z]{0,3}[0-9])') as passport
  from joined
), document as (
  select id, substr(whole, length(coalesce(named, passport, '')) + 1) as number,
    coalesce(named, case when passport is null and whole ~ '^[0-9]+$' then 'CC' else 'PA' end) as type
  from ahead
)
update person p set document_type = d.type, document_number = d.number,
  search_text = trim(p.search_text || ' ' || lower(d.number) || ' ' ||
    translate(p.search_text, '-''' || U&'\\2019', ' '))
from document d where d.id = p.id;

create index person_document_number on person (document_number) where visible and user_type = 'USUARIO';
update person p set document_clash = true
  where p.visible and p.user_type = 'USUARIO' and exists (select 1 from person o
    where o.visible and o.user_type = 'USUARIO' and o.document_number = p.document_number
      and o.document_type = p.document_type and (o.created_at, o.id) < (p.created_at, p.id));
drop index person_identification;
create unique index person_identification on person (document_number, document_type)
  where visible and user_type = 'USUARIO' and not document_clash;
create index person_clash on person (document_number, document_type) where document_clash and visible;
create index person_merged on person (merged_into) where merged_into is not null;
`,
};
