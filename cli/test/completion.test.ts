import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commands } from '../src/commands.ts'
import { completionScript } from '../src/completion-script.ts'

const script = completionScript('bash', commands)

/** What bash offers after these words, of which the last is being typed. */
function offers(...words: readonly string[]): string[] {
  const typed = ['aitai', ...words].map((word) => `'${word}'`).join(' ')
  const program = `${script}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _aitai; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', program], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

test('bash completes the words of commands, their flags, and the values of flags with a choice', () => {
  expect(offers('fi')).toEqual(['firm', 'fix'])
  expect(offers('holidays', '')).toEqual(['import', 'list'])
  expect(offers('firm', 're')).toEqual(['rename', 'resume'])
  expect(offers('platform', 'close', '--')).toEqual(['--reason', '--yes', '--json', '--help'])
  expect(offers('status', '--')).toEqual(['--json', '--help'])
  expect(offers('user', 'add', 'e@x.example', '--role', '')).toEqual(['TRADER', 'BROKER', 'STAFF'])
  expect(offers('audit', 'export', '--format', 'j')).toEqual(['json'])
  // The shell then completes the names of files.
  expect(offers('equities', 'import', 'f')).toEqual([])
  expect(offers('audit', 'verify', '--manifest', '')).toEqual([])
})

test.each(commands.map(({ name, flags }) => [name, Object.keys(flags)] as const))(
  '%s is completed with all its flags',
  (name, flags) => {
    const words = name.split(' ')

    expect(offers(...words.slice(0, -1), words.at(-1) ?? '')).toContain(words.at(-1))
    for (const flag of flags) expect(offers(...words, 'x', '--')).toContain(`--${flag}`)
  },
)

test('zsh runs the same function', () => {
  const lines = completionScript('zsh', commands).split('\n')

  expect(lines.slice(0, 2)).toEqual(['#compdef aitai', 'autoload -U +X bashcompinit && bashcompinit'])
  expect(lines.slice(3).join('\n')).toBe(script)
})
