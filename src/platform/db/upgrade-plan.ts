/**
 * What a migration does to a database in use, read from its statements. Not a parser of SQL: it knows the statements that change a
 * schema, and calls by name whatever it does not know.
 */
export type Effect = {
  /** Null where it is none that it names. */
  table: string | null
  does: string
  /** What waits while it goes on. */
  waits: 'nothing' | 'all, for an instant' | 'writes' | 'all'
  /** How much of the table it goes through. */
  work: 'none' | 'reads' | 'rewrites'
  /** The release before this one may ask for what is no longer there, or write what is no longer taken. */
  breaksEarlier: boolean
}

/** What a file does to tables that were there before it. */
export function effectsOf(sql: string): Effect[] {
  const made = new Set<string>()
  return statementsOf(sql).flatMap((statement) => {
    const table = madeBy(statement)
    if (table !== null) made.add(table)
    return effectsOfStatement(statement).filter((effect) => effect.table === null || !made.has(effect.table))
  })
}

/**
 * Whether the release before a file's own cannot work on a database that has it: as the file says in a line of its own
 * (`-- Earlier releases: go on.` or `stop.`), else by its statements.
 */
export function stopsEarlierRelease(sql: string): boolean {
  const said = wordOnEarlier(sql)
  return said === null ? effectsOf(sql).some(({ breaksEarlier }) => breaksEarlier) : said === 'stop'
}

/** What a file itself says of earlier releases; null: nothing. */
export const wordOnEarlier = (sql: string): 'go on' | 'stop' | null =>
  (/^-- Earlier releases: (go on|stop)\.$/m.exec(sql)?.[1] as 'go on' | 'stop' | undefined) ?? null

/** Whether its statements alone say what it does to tables. */
export const isReadWhole = (sql: string): boolean => effectsOf(sql).every(({ does }) => !does.startsWith(UNKNOWN))

/** The first paragraph of comments, which says what a file is for. */
export function wordsOf(sql: string): string {
  const lines = sql.split('\n')
  const first = lines.findIndex((line) => line.startsWith('--'))
  if (first < 0) return ''
  const length = lines.slice(first).findIndex((line) => !line.startsWith('--'))
  const paragraph = lines.slice(first, length < 0 ? undefined : first + length)
  return paragraph
    .filter((line) => wordOnEarlier(line) === null)
    .map((line) => line.replace(/^--+\s*/, ''))
    .join(' ')
}

/** Bytes in a second, of a slow disk that does other things too. */
const RATES = { reads: 100e6, rewrites: 20e6 }

/** At most about, for a table of this size. */
export const secondsFor = ({ work }: Effect, bytes: number): number => (work === 'none' ? 0 : Math.ceil(bytes / RATES[work]))

/** How the words on a statement begin that this does not know. */
const UNKNOWN = 'runs'

const madeBy = (statement: string): string | null => nameAfter(/^create (?:unlogged )?table (?:if not exists )?/, statement)

type Reading = [pattern: RegExp, table: RegExp, effect: Omit<Effect, 'table'>]

const instant = { waits: 'all, for an instant', work: 'none', breaksEarlier: false } as const
const one = (does: string, rest: Omit<Effect, 'table' | 'does'>): Omit<Effect, 'table'> => ({ does, ...rest })

const ALTER = /^alter table (?:if exists )?(?:only )?/
/** Clauses of `alter table`, the first that fits; what fits none is an instant. */
const CLAUSES: readonly (readonly [RegExp, Omit<Effect, 'table'>])[] = [
  [/^validate constraint/, one('validates a constraint', { waits: 'nothing', work: 'reads', breaksEarlier: false })],
  [/^rename/, one('renames', { ...instant, breaksEarlier: true })],
  [/^drop column/, one('drops a column', { ...instant, breaksEarlier: true })],
  [/^alter (?:column )?\S+ drop default/, one('fills in a column no more', { ...instant, breaksEarlier: true })],
  [
    /^alter (?:column )?\S+ (?:set data )?type/,
    one('changes the type of a column', { waits: 'all', work: 'rewrites', breaksEarlier: true }),
  ],
  [/^alter (?:column )?\S+ set not null/, one('refuses nulls', { waits: 'all', work: 'reads', breaksEarlier: true })],
  [/^set (?:un)?logged/, one('writes the table anew', { waits: 'all', work: 'rewrites', breaksEarlier: false })],
  [
    /^add (?:column )?(?!constraint|check|foreign|unique|primary|exclude)(?!.*\b(?:default|generated)\b).*\bnot null/,
    one('adds a column that earlier releases leave empty', { ...instant, breaksEarlier: true }),
  ],
  [/^add (?:constraint .*not valid|column|(?!constraint|check|foreign|unique|primary|exclude)\S+ )/, one('adds', instant)],
  [
    /^add (?:constraint \S+ )?(?:unique|primary|exclude)/,
    one('adds a unique index', { waits: 'all', work: 'rewrites', breaksEarlier: false }),
  ],
  [/^add/, one('adds a checked constraint', { waits: 'all', work: 'reads', breaksEarlier: false })],
]

const STATEMENTS: readonly Reading[] = [
  [
    /^create (?:unique )?index/,
    /^create .*? on (?:only )?/,
    one('builds an index', { waits: 'writes', work: 'rewrites', breaksEarlier: false }),
  ],
  [/^create (?:or replace )?(?:constraint )?trigger/, /^create .*? on /, one('adds a trigger', { ...instant })],
  [/^drop trigger/, /^drop .*? on /, one('drops a trigger', { ...instant })],
  [/^drop table/, /^drop table (?:if exists )?/, one('drops the table', { ...instant, breaksEarlier: true })],
  [
    /^drop (?:function|sequence|type)/,
    /^drop \S+ (?:if exists )?/,
    one('drops what statements may call', { ...instant, breaksEarlier: true }),
  ],
  [/^drop view/, /^drop view (?:if exists )?/, one('drops the view', { ...instant, breaksEarlier: true })],
  [
    /^(?:update|delete)/,
    /^(?:update (?:only )?|delete from (?:only )?)/,
    one('changes rows', { waits: 'nothing', work: 'rewrites', breaksEarlier: false }),
  ],
  [/^insert/, /^insert into /, one('adds rows', { waits: 'nothing', work: 'none', breaksEarlier: false })],
  [
    /^lock table/,
    /^lock table (?:only )?/,
    one('holds the table until the file is done', { waits: 'all', work: 'none', breaksEarlier: false }),
  ],
]
/** They touch no rows, and nobody waits for them. */
const QUIET =
  /^(?:create (?:or replace )?(?:function|view|type|sequence|table|unlogged table|extension|domain|schema)|comment|drop index|alter (?:index|sequence|function)|set |select set_config|grant|revoke|analyze)/

function effectsOfStatement(statement: string): Effect[] {
  const altered = nameAfter(ALTER, statement)
  if (altered !== null) {
    const clauses = splitAt(statement.replace(ALTER, '').replace(/^\S+\s+/, ''), ',')
    return clauses.map((clause) => ({
      table: altered,
      ...(CLAUSES.find(([pattern]) => pattern.test(clause))?.[1] ?? one('changes', instant)),
    }))
  }
  for (const [pattern, before, effect] of STATEMENTS)
    if (pattern.test(statement)) return [{ table: nameAfter(before, statement), ...effect }]
  if (QUIET.test(statement)) return []
  const does = `${UNKNOWN} “${statement.split(' ').slice(0, 4).join(' ')} …”`
  return [{ table: null, does, waits: 'nothing', work: 'none', breaksEarlier: false }]
}

function nameAfter(before: RegExp, statement: string): string | null {
  const found = before.exec(statement)
  return found ? (/^[\w."]+/.exec(statement.slice(found[0].length))?.[0].replaceAll('"', '') ?? null) : null
}

/** Statements in one line each, in small letters, without comments and without what stands in quotes. */
function statementsOf(sql: string): string[] {
  const bare = sql.replaceAll(/\/\*[\s\S]*?\*\/|--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g, (part) =>
    part.startsWith("'") || part.startsWith('$') ? "''" : ' ',
  )
  return splitAt(bare.toLowerCase(), ';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}

/** Parts between marks that stand in no brackets. */
function splitAt(text: string, mark: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    if (letter === mark && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}
