import { commonFlags } from './arguments.ts'
import type { Command, Flags } from './command.ts'

export const shells = ['bash', 'zsh'] as const
export type Shell = (typeof shells)[number]

/**
 * A script with which a shell completes `aitai`: the words of commands, flags, and the values of flags with a choice. It
 * has the whole table of commands, because starting `aitai` for each key would take too long. zsh runs what bash does.
 */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const start = shell === 'zsh' ? ['#compdef aitai', 'autoload -U +X bashcompinit && bashcompinit', ''] : []
  return [...start, completionFunction(commands), 'complete -o default -F _aitai aitai'].join('\n')
}

function completionFunction(commands: readonly Command[]): string {
  const firstWords = [...new Set(commands.map(({ name }) => firstWordOf(name)))]
  const groups = firstWords.flatMap((word) => {
    const verbs = commands.flatMap(({ name }) =>
      name.startsWith(`${word} `) ? [name.slice(word.length + 1)] : [],
    )
    return verbs.length === 0 ? [] : [`      '${word}') words='${verbs.join(' ')}' ;;`]
  })
  return `_aitai() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local first="" second="" words=""
  (( COMP_CWORD > 1 )) && first="\${COMP_WORDS[1]}"
  (( COMP_CWORD > 2 )) && second="\${COMP_WORDS[2]}"
  case "$first $second" in
${commands.map(flagsCase).join('\n')}
  esac
  if (( COMP_CWORD == 1 )); then
    words='${[...firstWords, 'help', '--help', '--version'].join(' ')}'
  elif (( COMP_CWORD == 2 )); then
    case "$first" in
${groups.join('\n')}
    esac
  fi
  # Without words the shell completes the names of files.
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}`
}

const firstWordOf = (name: string): string => name.split(' ')[0] ?? name

/** Sets the candidates after a command: its flags, or the choices of the flag before. */
function flagsCase({ name, flags }: Command): string {
  const pattern = name.includes(' ') ? `'${name}'` : `'${name} '*`
  const all: Flags = { ...flags, ...commonFlags }
  const values = Object.entries(all).flatMap(([flag, { type, choices }]) =>
    type === 'boolean' ? [] : [`        --${flag}) words='${choices?.join(' ') ?? ''}' ;;`],
  )
  const names = Object.keys(all).map((flag) => `--${flag}`)
  return [
    `    ${pattern})`,
    '      case "$previous" in',
    ...values,
    `        *) [[ "$current" == -* ]] && words='${names.join(' ')}' ;;`,
    '      esac ;;',
  ].join('\n')
}
