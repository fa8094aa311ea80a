import { readdirSync, readFileSync } from 'node:fs'
import { checkNames } from '@aitai/contract/codes.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { answerScores } from '@aitai/engine/rating/credibility.ts'
import { explainRating } from '@aitai/engine/rating/rating-explanation.ts'
import { expect, test } from 'vitest'
import type { Command } from '../src/command.ts'
import { ratingTable } from '../src/commands/rating.ts'
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

test('every check of the doctor has a line in its table, and no other', () => {
  const page = readFileSync(new URL('audit-and-backup.md', folder), 'utf8')
  const table = /\| Line \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(page)?.[1] ?? ''
  const described = table.split('\n').flatMap((row) => row.split('|')[1]?.trim().split(', ') ?? [])

  expect(described.toSorted()).toEqual([...checkNames].toSorted())
})

test('the example of a rating is what the command prints', () => {
  const decline = { at: 0, score: answerScores.decline, contraFirmId: 'birch' }
  const { events, ...rating } = explainRating([decline], defaultLimits)
  const printed = ratingTable({
    ...rating,
    email: 'emma@alder.example',
    events: events.map(({ at: _, ...event }) => ({ ...event, day: '2026-11-18' })),
  })

  const page = readFileSync(new URL('commands.md', folder), 'utf8')
  expect(page).toContain(`$ aitai rating show emma@alder.example\n${printed}\n`)
})
