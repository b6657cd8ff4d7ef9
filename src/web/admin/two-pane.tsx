import type { Child } from '#web/framework/jsx/index.ts'
import type { Operator } from '#platform/context/index.ts'
import { Empty, type IconName, Pager, Tabs } from '#web/ui/index.ts'
import type { OperatorNavId } from '#web/ui/layouts/signed-in.tsx'
import { PAGE, pageAt, sendOperatorPage, type PageRequest, type Page } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'

type Tab = { label: string; query: Readonly<Record<string, string>>; none: string }

type TwoSided<T> = {
  current: OperatorNavId
  title: string
  read(at: PageRequest<Operator>, query: Record<string, string>): Promise<{ data: readonly T[]; total: number }>
  first: Tab
  second: Tab & { show: string }
  icon: IconName
  /** Explanation shown in an empty tab. */
  about: string
  rows(all: readonly T[], now: Date): Child
}

/** Defines a paged list with two tabs. The newest records come first. */
export function twoPane<T>({ current, title, read, first, second, icon, about, rows }: TwoSided<T>): Page {
  const path = `/operator/${current}`
  return adminPage({
    path,
    async show(at) {
      const onSecond = at.c.req.query('show') === second.show
      const tab = onSecond ? second : first
      const { query, links } = pageAt(at.c, PAGE)
      const { data, total } = await read(at, { ...tab.query, ...query })
      return sendOperatorPage(at, {
        current,
        title,
        children: (
          <div class="stack">
            <Tabs
              label={title}
              tabs={[
                { href: path, label: first.label, current: !onSecond },
                { href: `${path}?show=${second.show}`, label: second.label, current: onSecond },
              ]}
            />
            {data.length === 0 ? (
              <Empty icon={icon} title={tab.none}>
                <p>{about}</p>
              </Empty>
            ) : (
              rows(data, at.ctx.now())
            )}
            <Pager {...links(total)} more="Older" />
          </div>
        ),
      })
    },
  })
}
