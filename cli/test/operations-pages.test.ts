import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Command } from '../src/command.ts'
import { commands } from '../src/commands.ts'

const folder = new URL('../../docs/operations/', import.meta.url)

const text = readdirSync(folder)
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n')

/** A command with the placeholder of what it acts on, as the pages write it. */
const typedForm = ({ name, operand = '' }: Command): string =>
  /^(FIRM|BROKER|EMAIL|ADVERT|RIC)/.test(operand) ? `${name} ${operand}` : name

test.each(commands.map(typedForm))('%s is on a page for operators, as it is typed', (form) => {
  expect(text.includes(`\`${form}`) || text.includes(`aitai ${form}`)).toBe(true)
})

test('no page has a form of a command that is not there any more', () => {
  const gone = [
    'halt --firm',
    'halt --security',
    'resume --firm',
    'aitai halts',
    'firm add --name',
    '--short-name',
  ]

  expect(gone.filter((form) => text.includes(form))).toEqual([])
})
