import { Argument, type Command } from 'commander'

/** Completion scripts by shell. Each script calls this program to list the possible next words. */
const SCRIPTS = {
  bash: `_resale() { COMPREPLY=($(compgen -W "$(resale complete-words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}")); }
complete -o default -F _resale resale`,
  zsh: `#compdef resale
_resale() { compadd -- \${(f)"$(resale complete-words -- \${words[2,CURRENT-1]} 2>/dev/null)"} || _files }
compdef _resale resale`,
  fish: `complete -c resale -f -a '(resale complete-words -- (commandline -opc)[2..] 2>/dev/null)'`,
}
type Shell = keyof typeof SCRIPTS

export function completionCommands(program: Command): void {
  program
    .command('completion')
    .description('print a completion script for your shell, for example: source <(resale completion bash)')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .action((shell: Shell) => console.log(SCRIPTS[shell]))
  program
    .command('complete-words [words...]', { hidden: true })
    .action((args: string[] = []) => console.log(completionsOf(program, args).join('\n')))
}

/** Lists the commands and options that can follow `words`. */
export function completionsOf(program: Command, args: readonly string[]): string[] {
  let command = program
  for (const word of args) command = command.commands.find((one) => one.name() === word) ?? command
  const help = command.createHelp()
  return [
    ...help.visibleCommands(command).map((one) => one.name()),
    ...help.visibleOptions(command).flatMap(({ long }) => (long ? [long] : [])),
  ]
}
