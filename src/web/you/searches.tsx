import { inTransaction, type Context } from '#context.ts'
import { SaveSearch } from '#features/searches/schema.ts'
import * as searches from '#features/searches/service.ts'
import { coerceStrings } from '#lib/http/coerce.ts'
import { validate } from '#lib/http/validate.ts'
import { goTo } from '#web/answer.ts'
import { Badge, Empty } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'
import { goSaying } from './flash.ts'
import { sendYours } from './frame.tsx'
import type { Shown, Taken } from './mount.ts'
import { filled } from './problem.ts'

const PAGE = { limit: searches.MAX_SEARCHES, offset: 0 }

/** Saved searches; those with a daily mail say so. */
export const sendSearches =
  (ctx: Context): Shown =>
  async (c, viewer) => {
    const { rows } = await searches.listSearches(ctx, viewer, PAGE)
    const body =
      rows.length === 0 ? (
        <Empty icon="search" title="No search saved yet">
          <p>Search for something, save it, and have a mail once a day when there is more of it.</p>
          <ButtonLink kind="dark" href="/search">
            Search
          </ButtonLink>
        </Empty>
      ) : (
        <ul class="rows">
          {rows.map((row) => (
            <li>
              <div class="stack tight">
                <a class="title" href={ctx.urls.search(row)}>
                  {row.name}
                </a>
                <span class="small quiet">
                  Saved <Time at={row.created_at} now={ctx.now()} />
                </span>
                {row.alert === 'daily' ? (
                  <span>
                    <Badge icon="bell">Mail once a day</Badge>
                  </span>
                ) : null}
              </div>
              <Form action="/you/searches" viewer={viewer}>
                <input type="hidden" name="search" value={row.id} />
                <Button small kind="quiet" name="do" value="delete">
                  Delete<span class="hidden-text">: {row.name}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )
    return sendYours(ctx, c, viewer, { current: 'searches', title: 'Saved searches' }, body)
  }

/** Saves a search (also from its results), or deletes one, which can be undone by saving it again. */
export const takeSearches =
  (ctx: Context): Taken =>
  async (c, viewer, { do: what, search: id = '', ...fields }) => {
    if (what === 'save') {
      const input = validate(SaveSearch, coerceStrings(SaveSearch, filled(fields)))
      const { isNew } = await inTransaction(ctx, (tx) => searches.saveSearch(tx, viewer, input))
      return goSaying(ctx, c, '/you/searches', { says: isNew ? 'Search saved.' : 'You have saved this search before.' })
    }
    if (what !== 'delete') return goTo(c, '/you/searches')
    const { rows } = await searches.listSearches(ctx, viewer, PAGE)
    const row = rows.find((one) => one.id === id)
    await searches.deleteSearch(ctx, viewer, id)
    const { q, category, price, offers, name, alert } = row!
    const again = filled({ q: q ?? '', category: category ?? '', price, offers: String(offers), name, alert })
    return goSaying(ctx, c, '/you/searches', {
      says: 'Search deleted.',
      undo: { path: '/you/searches', fields: { do: 'save', ...again } },
    })
  }
