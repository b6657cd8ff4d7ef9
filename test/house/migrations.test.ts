import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ROOT } from './root.ts'

const FOLDER = join(ROOT, 'db/migrations')
const BASELINE = '0001_baseline.sql'

/** Returns one line for each problem that squawk finds. The line contains the line number and the name of the rule. */
function lint(sql: string): string[] {
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    ['node_modules/squawk-cli/js/bin/squawk', '--reporter', 'json', '--stdin-filepath', 'migration.sql'],
    { cwd: ROOT, input: sql, encoding: 'utf8' },
  )
  assert.ok(error === undefined && stdout !== '', `squawk did not run: ${error ?? stderr}`)
  return (JSON.parse(stdout) as { line: number; rule_name: string }[]).map(({ line, rule_name }) => `${line + 1} ${rule_name}`)
}

test('the baseline is the first migration file, and the name of every later file starts with a timestamp', () => {
  const [first, ...later] = readdirSync(FOLDER).toSorted()
  assert.equal(first, BASELINE)
  for (const name of later) assert.match(name, /^20\d{12}_[a-z0-9_]+\.sql$/)
})

describe('migration files after the baseline', () => {
  for (const name of readdirSync(FOLDER).filter((one) => one !== BASELINE))
    test(`the migration ${name} takes no long lock and works with the previous release`, () => {
      const findings = lint(readFileSync(join(FOLDER, name), 'utf8'))
      assert.deepEqual(findings, [], 'CONTRIBUTING.md, "Add a migration", says what to do instead')
    })
})

describe('the migration linter', () => {
  test('the migration linter reports statements that hold a table lock for long or break the running release', () => {
    const bad = [
      ['require-concurrent-index-creation', 'create index orders_note on orders (note)'],
      ['require-concurrent-index-deletion', 'drop index orders_note'],
      ['adding-required-field', 'alter table orders add column note text not null'],
      ['adding-field-with-default', 'alter table orders add column at timestamptz not null default clock_timestamp()'],
      ['adding-not-nullable-field', 'alter table orders alter column note set not null'],
      ['constraint-missing-not-valid', 'alter table orders add constraint note_short check (length(note) < 10)'],
      ['adding-foreign-key-constraint', 'alter table orders add constraint note_fk foreign key (note) references notes (id)'],
      ['disallowed-unique-constraint', 'alter table orders add constraint note_once unique (note)'],
      ['changing-column-type', 'alter table orders alter column cents type bigint'],
      ['renaming-column', 'alter table orders rename column note to remark'],
      ['renaming-table', 'alter table orders rename to sales'],
      ['ban-drop-column', 'alter table orders drop column note'],
      ['ban-drop-table', 'drop table orders'],
      ['transaction-nesting', 'commit'],
    ] as const
    const findings = lint(bad.map(([, sql]) => `${sql};\n`).join(''))
    for (const [at, [rule]] of bad.entries()) assert.ok(findings.includes(`${at + 1} ${rule}`), `${rule}: ${findings.join(', ')}`)
  })

  test('the migration linter accepts additive changes, and accepts other changes if a comment in the file justifies them', () => {
    const findings = lint(`
      create table notes (id bigint generated always as identity primary key, text text not null unique);
      create index notes_text on notes (text);
      alter table orders add column note text not null default '';
      alter table orders add column kind text check (kind in ('a', 'b'));
      alter table orders add constraint note_short check (length(note) < 10) not valid;
      -- The release before no longer reads it.
      -- squawk-ignore ban-drop-column
      alter table orders drop column remark;
      update orders set note = 'x' where note = '';
      create function f() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger t after insert on orders for each row execute function f();`)
    assert.deepEqual(findings, [])
  })

  test('the migration linter accepts an unvalidated constraint if a later file validates it', () => {
    assert.deepEqual(lint('alter table orders validate constraint note_short;'), [])
  })
})
