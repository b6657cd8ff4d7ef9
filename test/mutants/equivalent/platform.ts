import type { EquivalentByFile } from './index.ts'

export const PLATFORM: EquivalentByFile = {
  'src/platform/browser/rules/html.ts': [
    {
      before:
        "export const isTag = (piece: Piece, name: string): piece is Piece & { kind: 'tag' } => piece.kind === 'tag' && piece.name === name",
      after: "export const isTag = (piece: Piece, name: string): piece is Piece & { kind: 'tag' } => (piece.name === name)",
      reason: 'No raw element has the name of a tag that is searched for.',
    },
  ],
  'src/platform/browser/rules/product-page.ts': [
    {
      before:
        "condition: conditionOf(offer?.condition ?? product?.condition ?? micro['itemcondition'] ?? metas['product:condition'] ?? ''),",
      after: "condition: conditionOf((offer?.condition ?? product?.condition ?? micro['itemcondition'] ?? metas['product:condition'])),",
      reason: 'The text "undefined" names no condition; the check exists for the types alone.',
    },
    {
      before: "if (piece.kind !== 'tag' || !/\\bitem(?:prop|type)\\b/i.test(piece.inside)) continue",
      after: "if ((piece.kind !== 'tag')) continue",
      reason: 'Other tags have no attribute that is read; the pattern only saves the work of parsing them.',
    },
    {
      before: "isProduct ||= /^https?:\\/\\/schema\\.org\\/Product$/i.test(itemtype ?? '')",
      after: 'isProduct ||= /^https?:\\/\\/schema\\.org\\/Product$/i.test((itemtype))',
      reason: 'The text "undefined" is no type; the check exists for the types alone.',
    },
  ],
  'src/platform/events/index.ts': [
    {
      before: "update events set xid = '0' where xid <> '0' and exists (",
      after: "update events set xid = '0' where exists (",
      reason: 'An id of 0 is replaced with itself.',
    },
  ],
  'src/platform/http/pipeline.ts': [
    {
      before: "if (actor.kind === 'anonymous' || actor.askFirst.length === 0 || !endpoint.approvals) return run(ctx)",
      after: "if (actor.kind === 'anonymous' || actor.askFirst.length === (0 - 1) || !endpoint.approvals) return run(ctx)",
      reason: 'Without actions that need approval, the next condition calls the same function.',
    },
  ],
  'src/platform/limits/idempotency.ts': [
    {
      before: "const answerKey = (id: Buffer, key: string): Uint8Array => new Uint8Array(hkdfSync('sha256', key, id, 'stored answer', 32))",
      after: "const answerKey = (id: Buffer, key: string): Uint8Array => new Uint8Array(hkdfSync('sha256', id, key, 'stored answer', 32))",
      reason: 'The encryption key depends on both values in either order.',
    },
    {
      before: "sql`delete from idempotency_keys where id = ${id} and owner = ${owner} and state = 'running'`.execute(ctx.db).then(",
      after: "sql`delete from idempotency_keys where owner = ${owner} and state = 'running'`.execute(ctx.db).then(",
      reason: 'Every claim has a new random owner; the id only makes the query use the index.',
    },
    {
      before: "where locktype = 'advisory' and classid = ${PRESENCE_LOCKS} and objid::int8 = known.holder and objsubid = 2",
      after: 'where classid = ${PRESENCE_LOCKS} and objid::int8 = known.holder and objsubid = 2',
      reason: 'Other types of locks with this objsubid have the id of a system catalog as their classid.',
    },
  ],
  'src/platform/replica/queries.ts': [
    {
      before: 'export const MANY_SHOWN = 500',
      after: 'export const MANY_SHOWN = (500 + 1)',
      reason:
        'A poll with more changes than the limit only requires the replica to be more current than necessary, so the exact limit does not matter.',
    },
    {
      before: 'export const MANY_SHOWN = 500',
      after: 'export const MANY_SHOWN = (500 - 1)',
      reason:
        'A poll with more changes than the limit only requires the replica to be more current than necessary, so the exact limit does not matter.',
    },
  ],
  'src/platform/settings/queries.ts': [
    {
      before: 'fee_percent = ${feePercent}, fees = ${fees && JSON.stringify(fees)}::jsonb, guest_limit_cents = ${guestLimitCents},',
      after: 'fee_percent = ${feePercent}, fees = ${(fees)}::jsonb, guest_limit_cents = ${guestLimitCents},',
      reason: 'The driver also writes an object as JSON; the statement treats both JSON columns in the same way.',
    },
  ],
}
