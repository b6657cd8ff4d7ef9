import { stripTypeScriptTypes } from 'node:module'
import { parse, type AnyNode, type CallExpression, type Node } from 'acorn'

/** One small defect in a source file. Offsets refer to the file's text. */
export type Mutant = {
  file: string
  operator: Operator
  start: number
  end: number
  replacement: string
  /** The replacement with the types that the source contains. */
  typed: string
  line: number
  /**
   * The changed lines before and after the edit, with whitespace reduced to single spaces. These lines identify the mutant even after other
   * changes to the file.
   */
  before: string
  after: string
  /** True for code outside functions, which runs once, when the file is loaded. */
  runsOnLoad: boolean
}
export type Operator = keyof typeof OPERATORS

type Edit = { start: number; end: number; replacement: string }
/** Returns the edits at one node. `text` returns the source of a node. `parents` are the node's ancestors, starting with the nearest. */
type Mutate = (node: AnyNode, text: (node: Node) => string, parents: readonly AnyNode[], file: string) => Edit[]

const BOUNDARIES: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const EQUALITIES: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' }
const ARITHMETIC: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' }
const ROUNDING: Readonly<Record<string, readonly string[]>> = {
  floor: ['ceil'],
  ceil: ['floor'],
  round: ['floor', 'ceil'],
  trunc: ['ceil'],
  min: ['max'],
  max: ['min'],
}
const LOCKS = /^(forUpdate|forNoKeyUpdate|forShare|forKeyShare|skipLocked)$/
const GUARD = /^(require|allow|record|check|ensure|refuse)[A-Z]/
const SQL_LOCK = /\bfor (?:no key )?(?:update|share)(?: of \w+)?(?: skip locked)?/g
const RULES = /\/rules(\.ts$|\/)/
/**
 * In code other than rules files, numbers of at least this size change by a tenth instead of by one. They are usually durations in
 * milliseconds, and tests that run a service on a real clock cannot detect a difference of 1 ms.
 */
const LARGE = 60_000
const LOCK_CALL = /^(lock|acquire)[A-Z]/
const LOCK_STATEMENT = /\bfor (?:no key )?(?:update|share)\b|\.for(?:NoKey)?(?:Update|Share)\(/
const WRITE = /\b(?:update|insert into|delete from) \w+ |\.(?:updateTable|insertInto|deleteFrom)\(/
/**
 * Names of arguments that are never swapped. Each has a type that no other argument has, so a program with swapped arguments would not even
 * start.
 */
const CONTEXT = /^(ctx|tx|db|t)$/
const IN_ANY_ORDER = /^Math\.(min|max)$/
/** An object or array literal with more elements than this is a table of data if all of its elements are constants. */
const LARGEST_LITERAL = 8

const replace = (node: Node, ...replacements: string[]): Edit[] =>
  replacements.map((replacement) => ({ start: node.start, end: node.end, replacement }))

const OPERATORS = {
  condition: (node, text) => {
    if (node.type === 'IfStatement') return replace(node.test, 'true', 'false')
    if (node.type === 'ConditionalExpression') return replace(node, `(${text(node.consequent)})`, `(${text(node.alternate)})`)
    if (node.type === 'LogicalExpression')
      return replace(node, `(${text(node.left)})`, ...(node.operator === '??' ? [] : [`(${text(node.right)})`]))
    return node.type === 'UnaryExpression' && node.operator === '!' ? replace(node, `(${text(node.argument)})`) : []
  },
  boundary: (node, text) =>
    node.type === 'BinaryExpression' && node.operator in BOUNDARIES ? operator(node, BOUNDARIES[node.operator]!, text) : [],
  equality: (node, text) =>
    node.type === 'BinaryExpression' && node.operator in EQUALITIES ? operator(node, EQUALITIES[node.operator]!, text) : [],
  constant: (node, text, parents, file) => {
    if (node.type !== 'Literal' || isName(node, parents[0])) return []
    if (typeof node.value === 'boolean') return replace(node, String(!node.value))
    if (typeof node.value !== 'number') return []
    const step = node.value >= LARGE && !RULES.test(file) ? node.value / 10 : 1
    const signs = isFirstOnly(node, parents[0]) ? ['-'] : ['+', '-']
    return signs.filter((sign) => !isBoundary(node, sign, parents[0])).flatMap((sign) => replace(node, `(${text(node)} ${sign} ${step})`))
  },
  rounding: (node) =>
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'Math' &&
    node.property.type === 'Identifier'
      ? replace(node.property, ...(ROUNDING[node.property.name] ?? []))
      : [],
  arithmetic: (node, text) => {
    if (node.type === 'AssignmentExpression' && (node.operator === '+=' || node.operator === '-=') && !isText(node.right))
      return operator(node, node.operator === '+=' ? '-=' : '+=', text)
    if (node.type !== 'BinaryExpression' || !(node.operator in ARITHMETIC) || isText(node.left) || isText(node.right)) return []
    return operator(node, ARITHMETIC[node.operator]!, text)
  },
  field: (node, text, parents) =>
    node.type === 'Property' && parents[0]?.type === 'ObjectExpression' && isReturned(parents[0], parents.slice(1))
      ? dropElement(node, text, parents[0])
      : [],
  where: (node, text) => [...dropCall(node, /^where/), ...dropConditions(node, text)],
  lock: (node, text) => [
    ...dropCall(node, LOCKS),
    ...matchesIn(node, text, SQL_LOCK),
    ...dropStatement(node, (name) => isLock(name, text(node))),
  ],
  guard: (node) => dropStatement(node, (name) => GUARD.test(name)),
  call: (node, text) => dropStatement(node, (name) => !GUARD.test(name) && !isLock(name, text(node))),
  arguments: (node, text) => {
    if (node.type !== 'CallExpression' || IN_ANY_ORDER.test(text(node.callee))) return []
    return node.arguments.slice(1).flatMap((second, index) => {
      const first = node.arguments[index]!
      if (first.type !== 'Identifier' || second.type !== 'Identifier' || first.name === second.name) return []
      if (CONTEXT.test(first.name) || CONTEXT.test(second.name)) return []
      return [
        {
          start: first.start,
          end: second.end,
          replacement: `${second.name}${between(first, second, text(node), node.start)}${first.name}`,
        },
      ]
    })
  },
} satisfies Record<string, Mutate>

/** Operators that make sense only in some files. All other operators apply to every file. */
const ONLY: Partial<Record<Operator, RegExp>> = { field: /\/present\.ts$/, call: /^(?!.*\/rules(\.ts$|\/))/ }

/** Returns the source without types. The offsets of all remaining characters are unchanged. */
export function withoutTypes(source: string): string {
  const stripped = stripTypeScriptTypes(source, { mode: 'strip' })
  if (stripped.length !== source.length) throw new Error('Stripping the types moved the text, so edits would hit the wrong place.')
  return stripped
}

/**
 * Returns the mutants of a TypeScript file in source order. String literals, tables of data, and exported numbers that the file does not
 * use itself are not mutated.
 */
export function mutantsOf(file: string, source: string): Mutant[] {
  const code = withoutTypes(source)
  const text = (node: Node) => code.slice(node.start, node.end)
  const typedText = (node: Node) => source.slice(node.start, endWithTypes(code, source, node.end))
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
  const limits = exportedLimits(program)
  const found = new Map<string, Mutant>()
  const visit = (node: AnyNode, parents: readonly AnyNode[]): void => {
    if (
      node.type === 'ImportDeclaration' ||
      isTable(node) ||
      isRow(node, parents) ||
      limits.has(node) ||
      isCapacity(node, parents[0]) ||
      isBatchSize(node, parents[0])
    )
      return
    for (const [name, mutate] of Object.entries(OPERATORS) as [Operator, Mutate][]) {
      if (ONLY[name]?.test(file) === false) continue
      const edits = mutate(node, text, parents, file)
      const typed = mutate(node, typedText, parents, file)
      for (const [index, edit] of edits.entries()) {
        const key = `${edit.start} ${edit.end} ${edit.replacement}`
        if (!found.has(key))
          found.set(key, {
            file,
            operator: name,
            ...edit,
            typed: typed[index]!.replacement,
            ...described(source, edit),
            runsOnLoad: ![node, ...parents].some(isFunction),
          })
      }
    }
    for (const child of childrenOf(node)) visit(child, [node, ...parents])
  }
  visit(program, [])
  return [...found.values()].toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** Returns the place of a mutant, with its lines before and after the edit. */
export const summaryOf = ({ file, line, operator: name, before, after }: Mutant): string =>
  `${file}:${line} (${name})\n  - ${before}\n  + ${after}`

/**
 * Returns the end of a node in the source with types. A type assertion such as `a as string` or `a!` ends after its node `a`. A declaration
 * of a type on one of the next lines does not belong to the node.
 */
function endWithTypes(code: string, source: string, end: number): number {
  let last = end
  for (let at = end; /\s/.test(code.charAt(at)) && !startsDeclaration(source, at); at++) if (code[at] !== source[at]) last = at + 1
  return last
}

const startsDeclaration = (source: string, at: number): boolean =>
  source[at] === '\n' && /^\s+(?:export |declare )*(?:type|interface) /.test(source.slice(at, at + 100))

/**
 * Returns the offsets where the branches of conditions start. A test that executes a rare branch, such as a `throw`, is the most likely to
 * find a mutant of its condition.
 */
export function branchesOf(source: string): number[] {
  const starts: number[] = []
  const visit = (node: AnyNode): void => {
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression')
      starts.push(node.consequent.start, ...(node.alternate ? [node.alternate.start] : []))
    else if (node.type === 'LogicalExpression') starts.push(node.right.start)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parse(withoutTypes(source), { ecmaVersion: 'latest', sourceType: 'module' }))
  return starts
}

export const applyEdit = (text: string, { start, end, replacement }: Edit): string => text.slice(0, start) + replacement + text.slice(end)

function described(source: string, edit: Edit): Pick<Mutant, 'line' | 'before' | 'after'> {
  const from = source.lastIndexOf('\n', edit.start - 1) + 1
  const newline = source.indexOf('\n', edit.end)
  const to = newline === -1 ? source.length : newline
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return {
    line: source.slice(0, from).split('\n').length,
    before: oneLine(source.slice(from, to)),
    after: oneLine(source.slice(from, edit.start) + edit.replacement + source.slice(edit.end, to)),
  }
}

/** Returns the direct child nodes of a node, in no particular order. */
export function childrenOf(node: AnyNode): AnyNode[] {
  const values = Object.entries(node).filter(([key]) => key !== 'type')
  const nodes = values.flatMap(([, value]): unknown[] => (Array.isArray(value) ? value : [value]))
  return nodes.filter((value): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value && 'start' in value)
}

function operator(node: { left: Node; right: Node; operator: string } & Node, other: string, text: (node: Node) => string): Edit[] {
  const gap = text({ ...node, start: node.left.end, end: node.right.start })
  // searches from the right, because the text before the operator may contain a type assertion or a comment
  const at = gap.lastIndexOf(node.operator)
  return at === -1 ? [] : [{ start: node.left.end + at, end: node.left.end + at + node.operator.length, replacement: other }]
}

const between = (first: Node, second: Node, call: string, start: number): string => call.slice(first.end - start, second.start - start)

function dropElement(node: Node, text: (node: Node) => string, list: Node): Edit[] {
  const rest = /^\s*,/.exec(text({ ...list, start: node.end, end: list.end }))
  return [{ start: node.start, end: node.end + (rest?.[0].length ?? 0), replacement: '' }]
}

function dropCall(node: AnyNode, name: RegExp): Edit[] {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || !name.test(calleeName(node))) return []
  return [{ start: node.callee.object.end, end: node.end, replacement: '' }]
}

/** Returns true for a statement that only acquires a lock. */
const isLock = (name: string, statement: string): boolean =>
  LOCK_CALL.test(name) || (LOCK_STATEMENT.test(statement) && !WRITE.test(statement))

/** Returns the edit that drops a statement, if the statement only calls a function and ignores the result. */
function dropStatement(node: AnyNode, isDropped: (name: string) => boolean): Edit[] {
  if (node.type !== 'ExpressionStatement') return []
  const call = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression
  return call.type === 'CallExpression' && isDropped(calleeName(call)) ? replace(node, ';') : []
}

/**
 * For an `sql` template, returns the SQL text in lower case, with a question mark for each expression, and the offset of the text. Returns
 * null for other nodes.
 */
function sqlOf(node: AnyNode, text: (node: Node) => string): { sql: string; start: number } | null {
  if (node.type !== 'TaggedTemplateExpression' || node.tag.type !== 'Identifier' || node.tag.name !== 'sql') return null
  const { quasis, start, end } = node.quasi
  let sql = text(node.quasi).toLowerCase()
  for (const [index, { end: from }] of quasis.slice(0, -1).entries()) {
    const to = quasis[index + 1]!.start
    sql = sql.slice(0, from - start) + '?'.repeat(to - from) + sql.slice(to - start)
  }
  return { sql: sql.slice(0, end - start - 1), start }
}

function matchesIn(node: AnyNode, text: (node: Node) => string, pattern: RegExp): Edit[] {
  const found = sqlOf(node, text)
  if (found === null) return []
  return [...found.sql.matchAll(pattern)].map(({ index, 0: match }) => ({
    start: found.start + index,
    end: found.start + index + match.length,
    replacement: '',
  }))
}

const CONDITION_END =
  /^(?:and|or|group by|order by|limit|offset|returning|union|for (?:update|no key|share)|on conflict|(?:left |inner |cross )?join|where|window|having|then|else|end|set|select|insert|update|delete)\b/

/** Returns edits that each drop one condition from a `where` in SQL text, or the whole `where` if it has only one condition. */
function dropConditions(node: AnyNode, text: (node: Node) => string): Edit[] {
  const found = sqlOf(node, text)
  if (found === null) return []
  const { sql, start } = found
  const edits: Edit[] = []
  for (const { index, 0: where } of sql.matchAll(/\bwhere\b/g)) {
    const conditions = [conditionFrom(sql, index + where.length)]
    while (/^and\b/.test(sql.slice(conditions.at(-1)!.end))) conditions.push(conditionFrom(sql, conditions.at(-1)!.end + 3))
    // skips these conditions: without brackets, dropping a part of `a and b or c` would change more than one condition
    if (/^or\b/.test(sql.slice(conditions.at(-1)!.end))) continue
    for (const [position, one] of conditions.entries()) {
      const first = conditions.length === 1 ? index : position === 0 ? one.start : one.start - 3
      const last = position === 0 && conditions.length > 1 ? one.end + 3 : one.end
      edits.push({ start: start + first, end: start + last, replacement: '' })
    }
  }
  return edits
}

/**
 * Returns the condition that starts at an offset and ends at the next keyword or closing bracket at the same nesting level. The `and` of a
 * `between` is part of the condition.
 */
function conditionFrom(sql: string, start: number): { start: number; end: number } {
  let depth = 0
  let isBetween = false
  for (let at = start; at < sql.length; at++) {
    if (sql[at] === '(') depth++
    else if (sql[at] === ')' && depth-- === 0) return { start, end: at }
    if (depth > 0 || !/\s/.test(sql[at]!)) continue
    const rest = sql.slice(at + 1)
    if (/^between\b/.test(rest)) isBetween = true
    else if (isBetween && /^and\b/.test(rest)) isBetween = false
    else if (CONDITION_END.test(rest)) return { start, end: at + 1 }
  }
  return { start, end: sql.length }
}

const isFunction = ({ type }: AnyNode): boolean => type.includes('Function')

function calleeName({ callee }: CallExpression): string {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
}

const isText = (node: AnyNode): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right)))

/** A literal may be a property name instead of a value. */
const isName = (node: AnyNode, parent: AnyNode | undefined): boolean =>
  (parent?.type === 'Property' || parent?.type === 'PropertyDefinition') && parent.key === node

/**
 * Returns true for a number in an integer comparison where changing the number is equivalent to changing the operator: `a > 0 - 1` equals
 * `a >= 0`.
 */
function isBoundary(node: AnyNode, sign: string, parent: AnyNode | undefined): boolean {
  if (parent?.type !== 'BinaryExpression' || !(parent.operator in BOUNDARIES)) return false
  const isBelow = parent.operator.startsWith('<') === (parent.right === node)
  const isOpen = parent.operator.length === 1
  return (sign === '+') === (isBelow === isOpen)
}

/** Returns true for an object that a function returns, either directly or as a field or branch of the returned value. */
function isReturned(object: AnyNode, [parent, ...parents]: readonly AnyNode[]): boolean {
  if (parent === undefined) return false
  if (parent.type === 'ReturnStatement') return true
  if (parent.type === 'ArrowFunctionExpression') return parent.body === object
  return (
    /^(Property|ObjectExpression|ConditionalExpression|LogicalExpression|SpreadElement|ArrayExpression)$/.test(parent.type) &&
    isReturned(parent, parents)
  )
}

/**
 * Returns the declarations of numbers that no function in this file uses. An example is a limit that a different file enforces. Includes
 * numbers that only serve to compute such numbers. A unit test of this file could only repeat their values.
 */
function exportedLimits(program: AnyNode): Set<AnyNode> {
  const limits = new Set<AnyNode>()
  const numbers = new Map<string, AnyNode>()
  if (program.type !== 'Program') return limits
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    for (const one of declaration?.type === 'VariableDeclaration' ? declaration.declarations : [])
      if (one.id.type === 'Identifier' && one.init && isNumber(one.init)) numbers.set(one.id.name, one)
  }
  for (const declaration of numbers.values()) limits.add(declaration)
  const use = (node: AnyNode): void => {
    if (node.type === 'Identifier') {
      const declaration = numbers.get(node.name)
      if (declaration === undefined || !limits.delete(declaration)) return
      for (const child of childrenOf(declaration).slice(1)) use(child)
    } else if (!limits.has(node)) for (const child of childrenOf(node)) use(child)
  }
  use(program)
  return limits
}

/** Returns true for a number, a calculation that contains only numbers and names, or an object of numbers. */
function isNumber(node: AnyNode): boolean {
  if (node.type === 'ObjectExpression')
    return node.properties.length > 0 && node.properties.every((one) => one.type === 'Property' && isNumber(one.value))
  if (node.type === 'BinaryExpression') return node.operator in ARITHMETIC && isNumber(node.left) && isNumber(node.right)
  return node.type === 'Identifier' || (node.type === 'Literal' && typeof node.value === 'number')
}

function isTable(node: AnyNode): boolean {
  const elements = node.type === 'ArrayExpression' ? node.elements : node.type === 'ObjectExpression' ? node.properties : []
  return elements.length > LARGEST_LITERAL && elements.every((element) => element !== null && isConstant(element))
}

/**
 * Returns true for an object or array literal in a top-level declaration if it has too many entries to mutate. An entry may refer to
 * constants by name.
 */
function isRow(node: AnyNode, [table, declarator, , statement]: readonly AnyNode[]): boolean {
  if (statement?.type !== 'Program' && statement?.type !== 'ExportNamedDeclaration') return false
  if (declarator?.type !== 'VariableDeclarator' || (table?.type !== 'ObjectExpression' && table?.type !== 'ArrayExpression')) return false
  const count = table.type === 'ObjectExpression' ? table.properties.length : table.elements.length
  return count > LARGEST_LITERAL && isConstant(node, true)
}

/** Returns true for the capacity of a cache, because the capacity changes no result. */
const isCapacity = (node: AnyNode, call: AnyNode | undefined): boolean =>
  call?.type === 'CallExpression' && node.type === 'Literal' && calleeName(call) === 'memoized' && call.arguments[1] === node

/** Returns true for the number of records that a periodic job reads at a time, because the job then reads the next records. */
const isBatchSize = (node: AnyNode, declarator: AnyNode | undefined): boolean =>
  declarator?.type === 'VariableDeclarator' &&
  declarator.init === node &&
  declarator.id.type === 'Identifier' &&
  /^([A-Z]+_)?(?<!MOST_)(AT_ONCE|PER_SLICE)$/.test(declarator.id.name)

/** Returns true for the number in `.limit(1)`. Such a query reads only its first row, so a larger limit changes nothing. */
const isFirstOnly = (node: AnyNode, call: AnyNode | undefined): boolean =>
  call?.type === 'CallExpression' && node.type === 'Literal' && node.value === 1 && calleeName(call) === 'limit'

function isConstant(node: AnyNode, withNames = false): boolean {
  const isEach = (nodes: readonly (AnyNode | null)[]) => nodes.every((one) => one !== null && isConstant(one, withNames))
  if (node.type === 'Property') return isConstant(node.value, withNames)
  if (node.type === 'ArrayExpression') return isEach(node.elements)
  if (node.type === 'ObjectExpression') return isEach(node.properties)
  if (node.type === 'UnaryExpression') return isConstant(node.argument, withNames)
  if (node.type === 'Identifier') return withNames
  return node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions.length === 0)
}
