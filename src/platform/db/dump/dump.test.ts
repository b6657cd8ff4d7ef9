import assert from 'node:assert/strict'
import { it } from 'node:test'
import { run } from '#test/cluster.ts'
import { emptyDatabase } from '#test/database.ts'
import { dumpSchema } from './index.ts'

it('the schema dump contains tables as SQL and as TypeScript interfaces', async () => {
  const database = await emptyDatabase()
  try {
    await run(
      database.connection,
      `create table shops (id text primary key, created_at timestamptz not null default now());
       create table things (
         id bigint generated always as identity primary key,
         shop_id text not null references shops on delete cascade,
         state text not null default 'draft' check (state in ('draft', 'sold')),
         price_cents integer check (price_cents > 0),
         colours text[] not null default '{}' check (colours <@ array['red', 'blue']),
         fields jsonb,
         seen_at timestamptz,
         words tsvector generated always as (to_tsvector('simple', shop_id)) stored);
       create unique index things_one_sold on things (shop_id) where state = 'sold';
       create view sold as select id, seen_at from things where state = 'sold';`,
    )
    const { sql, tables } = await dumpSchema(database.connection)
    const holds = (text: string, part: string) => assert.ok(text.includes(part), `${part}\n\nis not in\n\n${text}`)
    holds(
      tables,
      `export interface ThingsTable {
  id: Computed<number>;
  shop_id: string;
  state: Generated<'draft' | 'sold'>;
  price_cents: number | null;
  colours: Generated<('red' | 'blue')[]>;
  fields: Json | null;
  seen_at: Timestamp | null;
  words: Computed<string | null>;
}`,
    )
    holds(tables, 'export interface SoldTable {\n  id: Computed<number | null>;\n  seen_at: Computed<Date | null>;\n}')
    holds(tables, 'export interface Tables {\n  shops: ShopsTable;\n  sold: SoldTable;\n  things: ThingsTable;\n}')
    holds(sql, 'create table things (\n  id bigint not null generated always as identity,')
    holds(sql, "  state text not null default 'draft'::text,")
    holds(sql, '  constraint things_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE,')
    holds(sql, "CREATE UNIQUE INDEX things_one_sold ON public.things USING btree (shop_id) WHERE (state = 'sold'::text);")
  } finally {
    await database.drop()
  }
})
