import { parse, type AnyNode, type Node } from 'acorn'
import { applyEdit, childrenOf, type Mutant } from './operators.ts'

/** Global variable that contains the id of the active mutant. */
export const SELECTED = '__mutant'

const SELECTION = `globalThis.${SELECTED}`
const EXPRESSION = /Expression$|^(Literal|Identifier|TemplateLiteral)$/

/**
 * Returns the source of a file with all the given mutants. Each mutated expression becomes a conditional that depends on the id of the
 * selected mutant. Omits mutants in code that runs on load, and mutants that cannot be written as a conditional. `contained` lists the ids
 * of the included mutants.
 */
export function schemaOf(text: string, mutants: readonly { id: number; mutant: Mutant }[]): { text: string; contained: Set<number> } {
  const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module' })
  const choices = new Map<AnyNode, { id: number; mutant: Mutant }[]>()
  const contained = new Set<number>()
  for (const one of mutants) {
    if (one.mutant.runsOnLoad) continue
    const place = placeOf(pathTo(program, one.mutant), one.mutant)
    if (place === null) continue
    choices.set(place, [...(choices.get(place) ?? []), one])
    contained.add(one.id)
  }
  const render = (node: AnyNode): string => {
    let rendered = ''
    let at = node.start
    // in the shorthand `{ a }` or `{ a = 1 }`, the key is also the start of the value, which must be rendered instead of the key
    for (const child of childrenOf(node).toSorted((a, b) => a.start - b.start || b.end - a.end)) {
      if (child.start < at) continue
      rendered += text.slice(at, child.start) + render(child)
      at = child.end
    }
    rendered += text.slice(at, node.end)
    const ones = choices.get(node) ?? []
    // a statement that starts with a bracket would otherwise continue the previous line, because the project omits semicolons
    if (node.type === 'ExpressionStatement') return `{${ones.map(({ id }) => `if(${SELECTION}!==${id})`).join('')}${rendered}\n}`
    if (ones.length === 0) return rendered
    const own = text.slice(node.start, node.end)
    const alternatives = ones.map(({ id, mutant }) => {
      const edit = { ...mutant, start: mutant.start - node.start, end: mutant.end - node.start }
      return `${SELECTION}===${id}?(${applyEdit(own, edit)}):`
    })
    return `(${alternatives.join('')}(${rendered}))`
  }
  return { text: render(program), contained }
}

/** Returns the smallest node that contains the edit, and the node's ancestors, starting with the nearest. */
function pathTo(program: AnyNode, edit: { start: number; end: number }): AnyNode[] {
  const path: AnyNode[] = [program]
  for (;;) {
    const next = childrenOf(path[0]!).find(({ start, end }) => start <= edit.start && edit.end <= end)
    if (next === undefined) return path
    path.unshift(next)
  }
}

/** Returns the statement that the mutant drops, or the nearest enclosing expression that a conditional expression can replace. */
function placeOf(path: readonly AnyNode[], { replacement }: { replacement: string }): AnyNode | null {
  if (replacement === ';') return path.find(({ type }) => type === 'ExpressionStatement') ?? null
  return path.find((node, index) => EXPRESSION.test(node.type) && isReplaceable(node, path.slice(index + 1))) ?? null
}

function isReplaceable(node: Node, parents: readonly AnyNode[]): boolean {
  const [parent] = parents
  switch (parent?.type) {
    case undefined:
    case 'UpdateExpression':
    case 'TaggedTemplateExpression':
    case 'ArrayPattern':
    case 'RestElement':
    case 'CatchClause':
      return false
    case 'ExpressionStatement':
      return true
    case 'Property':
      return (parent.value === node || parent.computed) && !parent.shorthand && parents[1]?.type === 'ObjectExpression'
    case 'PropertyDefinition':
      return parent.value === node
    case 'MethodDefinition':
      return false
    case 'MemberExpression':
      return parent.property === node ? parent.computed : !isInChain(parents)
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
      return parent.right === node
    case 'UnaryExpression':
      return parent.operator !== 'delete'
    case 'VariableDeclarator':
      return parent.init === node
    case 'ArrowFunctionExpression':
      return parent.body === node
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return false
    default:
      return true
  }
}

/** Returns true for a part of an optional chain such as `a?.b.c`. The chain may end before this part is evaluated. */
function isInChain(parents: readonly AnyNode[]): boolean {
  const end = parents.find(({ type }) => type !== 'MemberExpression' && type !== 'CallExpression')
  return end?.type === 'ChainExpression'
}
