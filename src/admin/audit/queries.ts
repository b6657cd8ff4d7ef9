import type { Insertable, Selectable } from 'kysely'
import type { AuditVerb } from '#admin/moderation/rules.ts'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'

export type AuditRow = Omit<Selectable<Tables['audit_log']>, 'verb'> & { verb: AuditVerb }

export async function insertAct(db: Db, row: Insertable<Tables['audit_log']>): Promise<void> {
  await db.insertInto('audit_log').values(row).execute()
}

export type AuditFilter = { verb: AuditVerb | undefined; subject: string | undefined; actor: string | undefined }

export async function pageOfActs(db: Db, { verb, subject, actor }: AuditFilter, { limit, offset }: Part): Promise<Paged<AuditRow>> {
  const matching = db
    .selectFrom('audit_log')
    .$if(verb !== undefined, (q) => q.where('verb', '=', verb!))
    .$if(subject !== undefined, (q) => q.where('subject_id', '=', subject!))
    .$if(actor !== undefined, (q) => q.where('actor_id', '=', actor!))
  return paged(matching, matching.selectAll().orderBy('position', 'desc').limit(limit).offset(offset).$castTo<AuditRow>())
}
