import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path/posix'
import jsTokens from 'js-tokens'
import { isTest, type Fault } from './imports.ts'

/** A code convention: a pattern that no file may contain, except for the files in `except`. */
export type Habit = {
  message: string
  pattern: RegExp
  /** The files to check; by default, the code of the service. */
  where?: (path: string) => boolean
  except?: readonly string[]
  strings?: true
}

/** Jobs that may contain SQL. Currently, there are none. */
const JOBS_LET_OFF: readonly string[] = []

/** These files may read the environment, because they only pass PATH on to a child process. */
const ENVIRONMENT_OF_A_CHILD: readonly string[] = ['src/platform/images/worker.ts', 'src/platform/database/run-as.ts']

/** These files may format numbers themselves, for the coordinates in drawings or for API responses. */
const FORMATS: readonly string[] = [
  'src/core/format/**',
  'src/web/ui/timeline.tsx',
  'src/web/seller/{webhook-health,price-band}.tsx',
  'src/web/ui/day-plots.tsx',
  'src/identity/quotas/present.ts',
]

const inService = (path: string): boolean => /^(?:src|demo)\//.test(path) && !isTest(path)

export const HABITS: readonly Habit[] = [
  {
    message: 'an import names its module as a string, so that the import rules can check it',
    pattern: /(?<![.\w$])import\s*\(\s*(?!['"][^'"\n]*['"]\s*[,)])|(?<![.\w$])(?:createRequire|require)\s*\(/,
    strings: true,
  },
  {
    message: 'only isIdOf checks whether a string can be an id',
    pattern: /[a-z]{3}_\[0-9a-z\]\{1,40\}/,
    // in these files, patterns match ids inside longer strings
    except: ['src/platform/context/ids.ts', 'src/identity/approvals/records/index.ts', 'src/catalog/reviews/index.ts'],
    strings: true,
  },
  {
    message: 'cross-folder imports start with #',
    pattern: /\b(?:from|import)\b\s*\(?\s*['"]\.\.\//,
    strings: true,
  },
  {
    message: 'pages use the JSX runtime of src/web/framework/jsx, which does not trust HTML of another runtime (decision 16)',
    pattern: /\bfrom\s*['"]hono\/(?:jsx|html)/,
    except: ['src/web/framework/jsx/index.ts'],
    strings: true,
  },
  {
    message: 'core and rules import only core and rules, including types',
    pattern:
      /(?<!['"\w])import\s*\(?\s*['"](?!\.\/|#core\/|#[\w/-]*\brules(?:\.ts|\/))|^(?:import|export|\})[^'"\n]*\bfrom\s*['"](?!\.\/|#core\/|#[\w/-]*\brules(?:\.ts|\/))/m,
    where: (path) => inService(path) && /^src\/(?:core\/|.*\/rules(?:\.ts$|\/))/.test(path),
    strings: true,
  },
  {
    message: 'only src/platform/config/index.ts reads the environment',
    pattern: /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[|\benv\b[^\n]*\bfrom\s*['"]node:process['"]|\bloadEnvFile\b/,
    except: ['src/platform/config/index.ts', ...ENVIRONMENT_OF_A_CHILD],
  },
  {
    message: 'SQL belongs in queries.ts and in the database modules of the platform',
    pattern:
      /\bsql(?:\.raw|\.unsafe)?\s*(?:<[^;`]*?>)?\s*[`(]|\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\s*\(/,
    except: [
      'src/{admin,helpers,commerce,catalog,developers,identity,messaging}/**/queries.ts',
      'src/platform/system/queries.ts',
      'demo/queries.ts',
      'src/platform/{context,db,events,jobs,limits,replica,retention,settings,signatures,telemetry}/**',
      'src/platform/database/**',
      ...JOBS_LET_OFF,
    ],
  },
  {
    message: 'only goTo and goToAddress of src/web/framework/answer.ts create redirects',
    pattern: /\bLocation\s*:|\.redirect\s*\(/,
    where: (path) =>
      inService(path) &&
      /^src\/(?:web|platform\/http|admin|helpers|commerce|catalog|developers|identity|messaging|service)/.test(path) &&
      !path.startsWith('src/web/islands/'),
    except: ['src/web/framework/answer.ts'],
  },
  {
    message: 'only normalForm normalizes text, in linear time',
    pattern: /\.\s*normalize\s*\(/,
    where: (path) => inService(path) && !path.startsWith('src/helpers/shop-agent/queries'),
    except: ['src/core/normal-form.ts'],
  },
  {
    message: 'only platform/db opens transactions and connections: inTransaction retries after a deadlock',
    pattern: /\.\s*(?:transaction|startTransaction|controlledTransaction|connection)\s*\(\s*\)/,
    except: ['src/platform/db/**', 'src/platform/database/**'],
  },
  {
    message: 'a variable `tx` is a `Tx`, which only inTransaction creates',
    pattern: /\btx: Context\b|\bas (?:unknown as )?Tx\b/,
    except: ['src/platform/context/index.ts'],
  },
  {
    message: 'only identity/mfa calls startSession, because it checks the second factor',
    pattern: /\bstartSession\s*\(/,
    except: ['src/identity/sessions/index.ts', 'src/identity/mfa/second-step/index.ts'],
  },
  {
    message: 'only src/core/format formats numbers, amounts and times, because it caches the formatters',
    pattern: /\bIntl\s*\.\s*\w+Format\b|\.\s*toLocale\w*String\s*\(|\.\s*toFixed\s*\(/,
    except: FORMATS,
  },
  {
    message: 'only priceText and dollarsText of src/core/format/money.ts format amounts',
    pattern: /\$\$\{|['"`]\$['"`]\s*\+/,
    // in the password module, `$` separates the parts of a password hash
    except: ['src/core/format/**', 'src/platform/passwords/index.ts'],
    strings: true,
  },
  {
    message: 'only counted and plural of src/core/format/count.ts form plurals',
    pattern: /[=!]==?\s*1\s*\?\s*['"`]|[=!]==?\s*1\s*\?\s*\w+\s*:\s*\w*[mM]any\b|\?\s*(?:''\s*:\s*'s'|'s'\s*:\s*'')/,
    except: ['src/core/format/**', 'demo/art/**'],
    strings: true,
  },
  {
    message: 'only ownCookie and textCookie of src/platform/http/cookies.ts build cookies, because they set all security attributes',
    pattern: /;\s*HttpOnly/i,
    // for compatibility, the name of the theme cookie has no prefix
    except: ['src/platform/http/cookies.ts', 'src/web/framework/theme.ts'],
    strings: true,
  },
  {
    message: 'only webStream turns a stream into a body: after Readable.toWeb a disconnect can crash the process',
    pattern: /\btoWeb\s*\(/,
  },
  {
    message: 'a type name is a noun, not a participle: no Shown, Told, Asked, Found, Said',
    pattern:
      /(?<![\w$.])(?:type|interface|class)\s+[A-Z]?\w*(?<=\b|[a-z])(?:Shown|Told|Asked|Found|Said)\b(?=\s*(?:<[^>]*>\s*)?(?:=|\{|extends))/,
    where: () => true,
  },
  {
    message: 'a page opens no transaction: it calls API operations, with `together` for an atomic group',
    pattern: /\binTransaction\s*[(<]/,
    where: (path) => inService(path) && path.startsWith('src/web/'),
  },
  {
    message: 'a page calls an endpoint by its definition, `call(ctx, viewer, api.acceptOffer, …)`, never by name',
    pattern: /\b(?:call|answerTo)\s*(?:<[^;()]*>)?\(\s*\w+(?:\.\w+)*\s*,\s*\w+(?:\.\w+)*\s*,\s*['"`]|\bendpoints\s*\.\s*get\s*\(/,
    where: (path) => inService(path) && path.startsWith('src/web/'),
  },
  {
    message:
      'a page uses API or module records, never database rows: it reads through `api` or as one party (readOrderWithParty, readPresentedOffer). For inferred types see page-doors.ts',
    pattern:
      /\b[A-Z]\w*[a-z]Row\b|\bSelectable\b|['"][^'"\n]*\/queries\.ts['"]|(?<!\bapi\.|\[')\b(?:list|read|find|shown)(?:Orders?|Offers?|Holds?|Threads?)\b/,
    where: (path) => inService(path) && path.startsWith('src/web/'),
    strings: true,
  },
  {
    message: 'a test waits with until of test/until.ts, because a fixed number of tries fails on a busy machine',
    pattern: /\bfor\s*\(\s*let \w+ = 0;[^;\n]*;[^\n]*\bawait sleep\(|\bfor\s*\(\s*let (?:tries|waited)\b[^{}]*\{[^{}]*\bawait sleep\(/,
    where: isTest,
  },
  {
    message: 'the callback of describe() is synchronous, because bin/suite-hook.js finds the suites of tests only while their file loads',
    pattern: /(?<![\w$.])(?:describe|suite)\s*\([^\n]*,\s*async\b/,
    where: isTest,
  },
  {
    message: 'a test does not run exclusively: no .only',
    pattern: /(?<![\w$])(?:test|it|describe|suite|t)\s*\.\s*only\s*\(|(?<![\w$.])only\s*:\s*true/,
    where: isTest,
  },
  {
    message: "a skipped test states its reason: { skip: condition && 'reason' }",
    pattern:
      /(?<![\w$])(?:test|it|describe|suite)\s*\.\s*(?:skip|todo)\s*\(|(?<![\w$])t\s*\.\s*(?:skip|todo)\s*\(\s*\)|(?<![\w$.])(?:skip|todo)\s*:\s*true/,
    where: isTest,
  },
]

/** Returns every violation of a convention in src and test. Throws if there are no files to check. */
export function brokenHabits(root: string, habits: readonly Habit[] = HABITS): Fault[] {
  const paths = globSync('{src,demo,test,bin,packages/*/src}/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  if (paths.length === 0) throw new Error(`No files under ${root}: the rules would check nothing.`)
  return paths.toSorted().flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    const [code, text] = [bare(path, source), withoutComments(path, source)]
    return habits
      .filter(({ where = inService, except = [] }) => where(path) && !except.some((glob) => matchesGlob(path, glob)))
      .flatMap((habit) => faults(path, habit.strings ? text : code, habit))
  })
}

function faults(path: string, code: string, { pattern, message }: Habit): Fault[] {
  return [...code.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(
    (match) => `${path}:${code.slice(0, match.index).split('\n').length} ${message}`,
  )
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** Replaces comments with spaces, so that the line numbers stay the same. */
const withoutComments = (path: string, source: string): string =>
  rewritten(path, source, ({ type, value }) => (type.endsWith('Comment') ? blank(value) : value))

/** Replaces comments, regular expressions and the contents of strings with spaces. The opening quote of a template remains. */
const bare = (path: string, source: string): string =>
  rewritten(path, source, ({ type, value }) => {
    if (/Comment$|^RegularExpression|^Template(?:Middle|Tail)$/.test(type)) return blank(value)
    if (/^(?:NoSubstitutionTemplate|TemplateHead)$/.test(type)) return `\`${blank(value.slice(1))}`
    if (!/^(?:String|JSXString)/.test(type) || value.startsWith('node:', 1)) return value
    return value[0]! + blank(value.slice(1, -1)) + value[0]!
  })

const rewritten = (path: string, source: string, as: (token: { type: string; value: string }) => string): string =>
  Array.from(jsTokens(source, { jsx: path.endsWith('x') }), as).join('')
