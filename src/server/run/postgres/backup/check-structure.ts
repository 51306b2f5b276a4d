import { Client } from 'pg';

export type StructureCheck = { tables: number; indexes: number; findings: string[] };

const notAllowed = new Set(['42501', '0A000', '58P01', '42883']);

/**
 * Reads every page of every table of ours, which verifies its checksum, and compares every index with its
 * table by amcheck. Returns null for a user without that right: amcheck is an extension for superusers.
 */
export async function checkStructure(superuserUrl: string): Promise<StructureCheck | null> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query('create extension if not exists amcheck');
    const check: StructureCheck = { tables: 0, indexes: 0, findings: [] };
    const relations = await client.query<{ oid: string; name: string; kind: 'r' | 'i' }>(
      `select c.oid::text as oid, c.relname as name, c.relkind as kind from pg_class c
        join pg_namespace n on n.oid = c.relnamespace left join pg_am a on a.oid = c.relam
        where n.nspname = 'public' and (c.relkind = 'r' or (c.relkind = 'i' and a.amname = 'btree'))
        order by c.relname`,
    );
    for (const { oid, name, kind } of relations.rows) {
      if (kind === 'r') check.tables += 1;
      else check.indexes += 1;
      check.findings.push(...(await checkRelation(client, oid, name, kind)));
    }
    return check;
  } catch (error) {
    if (error instanceof Error && 'code' in error && notAllowed.has(String(error.code))) return null;
    throw error;
  } finally {
    await client.end();
  }
}

async function checkRelation(client: Client, oid: string, name: string, kind: 'r' | 'i'): Promise<string[]> {
  try {
    if (kind === 'i') {
      await client.query('select bt_index_check($1::oid::regclass, true)', [oid]);
      return [];
    }
    const { rows } = await client.query<{ msg: string }>(
      'select msg from verify_heapam(relation => $1::oid::regclass)',
      [oid],
    );
    return rows.map(({ msg }) => `${name}: ${msg}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && notAllowed.has(String(error.code))) throw error;
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
