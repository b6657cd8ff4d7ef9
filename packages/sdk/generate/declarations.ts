import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))
/** Modules that contain types of the public API. The bundle puts them into one scope, so their names must be unique. */
const MODULES = ['contract', 'types', 'errors', 'chat', 'webhooks', 'resources', 'client']
const HEAD =
  '// Types of resale.mjs: put both files side by side, and TypeScript finds them. Needs the library "dom" or the types of Node.\n'

/**
 * Returns the SDK's type declarations as one module, which exports only what `index.ts` exports. Throws when two modules declare the same
 * name.
 */
export function typesInOneFile(): string {
  const { config } = ts.readConfigFile(`${SOURCE}../tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, `${SOURCE}..`)
  const program = ts.createProgram([`${SOURCE}index.ts`], { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true })
  const texts = new Map<string, string>()
  program.emit(undefined, (file, text) => texts.set(/(\w+)\.d\.ts$/.exec(file)![1]!, text))

  const index = program.getSourceFile(`${SOURCE}index.ts`)!
  const checker = program.getTypeChecker()
  const shown = new Set(checker.getExportsOfModule(checker.getSymbolAtLocation(index)!).map(({ name }) => name))
  const taken = new Set<string>()
  const parts = MODULES.flatMap((name) => statementsOf(texts.get(name)!, shown, taken))
  const value = statementsOf(texts.get('index')!, shown, taken)
  return `${HEAD}${[...parts, ...value].join('\n')}\nexport {};\n`
}

/** Returns a module's statements without imports and re-exports. Only public names keep `export`. */
function statementsOf(text: string, shown: ReadonlySet<string>, taken: Set<string>): string[] {
  const file = ts.createSourceFile('one.d.ts', text, ts.ScriptTarget.Latest, true)
  return file.statements
    .filter((one) => !ts.isImportDeclaration(one) && !ts.isExportDeclaration(one))
    .map((one) => {
      const [name] = namesOf(one)
      if (taken.has(name!)) throw new Error(`Two modules of the SDK declare ${name}: rename one of them.`)
      taken.add(name!)
      const declaration = one.getFullText().replace(/^\n+/, '').trimEnd()
      return shown.has(name!) ? declaration : declaration.replace(/^export (?=(?:declare|interface|type|class) )/m, '')
    })
}

const namesOf = (one: ts.Statement): string[] =>
  ts.isVariableStatement(one)
    ? one.declarationList.declarations.map(({ name }) => name.getText())
    : [(one as ts.DeclarationStatement).name?.getText() ?? one.getText()]
