import type { Context } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { mountAppeals } from './appeals.tsx'
import { mountAudit } from './audit.tsx'
import { mountDisputes } from './disputes.tsx'
import { mountMeasures } from './measures.tsx'
import { mountMoney } from './money.tsx'
import { mountOverview } from './overview.tsx'
import { mountPeople } from './people.tsx'
import { mountReports } from './reports.tsx'
import { mountReviews } from './reviews.tsx'
import { mountSettings } from './settings.tsx'

/** Every page below `/operator`: to everybody else there is nothing there. */
export function mountOperatorPages(app: App, ctx: Context): void {
  mountOverview(app, ctx)
  mountReports(app, ctx)
  mountAppeals(app, ctx)
  mountDisputes(app, ctx)
  mountMoney(app, ctx)
  mountPeople(app, ctx)
  mountMeasures(app, ctx)
  mountReviews(app, ctx)
  mountAudit(app, ctx)
  mountSettings(app, ctx)
}
