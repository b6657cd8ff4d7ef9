import type { Client } from 'pg'

export const LISTINGS = 10_000

/** The id of the nth listing, from 1. The same in SQL: `idSql`. */
export const idOf = (n: number): string => `lst_bench${String(n).padStart(6, '0')}`
export const idSql = (n: string): string => `('lst_bench' || lpad(${n}::text, 6, '0'))`

/** 100 shops, 10 000 live listings with words of a plausible length, two photos each; all made by SQL. */
export async function fill(db: Client): Promise<void> {
  const { rows } = await db.query<{ account_id: string }>('select account_id from keys limit 1')
  const owner = `'${rows[0]!.account_id}'`
  const sizes = [480, 1024, 2048].map(
    (side, i) =>
      `{"size": "${['small', 'medium', 'large'][i]}", "key": "' || md5(n || '/' || p || '/${i}') || '.webp", "width": ${side}, "height": ${side * 0.75}, "bytes": ${side * 60}, "type": "image/webp"}`,
  )
  await db.query(`
    begin;
    insert into shop_slugs (slug, shop_id, owner_id) select 'bench-' || n, 'shp_bench' || n, ${owner} from generate_series(0, 99) n;
    insert into shops (id, owner_id, slug, name, created_at, updated_at)
      select 'shp_bench' || n, ${owner}, 'bench-' || n, 'Bench ' || n, now(), now() from generate_series(0, 99) n;
    insert into listings (id, shop_id, owner_id, status, title, one_liner, description, category, price_cents, fields, link, published_at, created_at, updated_at)
      select ${idSql('n')}, 'shp_bench' || n % 100, ${owner}, 'live', 'Thing ' || n || ' ' || left(md5(n::text), 12), 'Used twice, kept dry', repeat(md5('d' || n) || ' ', 15),
             (array['Home', 'Garden', 'Books', 'Tech'])[1 + n % 4], 500 + n % 9000,
             '[{"key": "brand", "label": "Brand", "value": "Acme", "source": "you"}, {"key": "colour", "label": "Colour", "value": "Green", "source": "you"}]',
             'thing-' || n, now() - n * interval '1 minute', now(), now()
      from generate_series(1, ${LISTINGS}) n;
    insert into photos (id, listing_id, position, variants, created_at)
      select 'pho_bench' || n || '_' || p, ${idSql('n')}, p, ('[${sizes.join(', ')}]')::jsonb, now()
      from generate_series(1, ${LISTINGS}) n, generate_series(0, 1) p;
    commit;`)
  await db.query('vacuum analyze listings, photos, shops')
}
