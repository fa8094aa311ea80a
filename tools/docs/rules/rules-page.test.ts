import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rulesDocument, rulesSections } from './rules-page.ts'
import { coveredEventTypes, eventTypes } from './sections/notices.ts'

const examples = rulesSections.flatMap(({ title, examples = [] }) =>
  examples.map((each) => ({ title, ...each })),
)

test('docs/rules.md is what npm run docs writes', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/rules.md'), 'utf8')

  expect(page).toBe(rulesDocument())
})

test.each(examples)('$title: $says', ({ engine, gives }) => {
  expect(engine()).toEqual(gives)
})

test('every example has inputs in its sentence, and no two sentences are equal', () => {
  expect(examples.length).toBeGreaterThan(60)
  expect(new Set(examples.map(({ says }) => says)).size).toBe(examples.length)
})

test('the table of notifications comes from a scenario with every type of event', () => {
  expect(eventTypes.filter((type) => !coveredEventTypes.has(type))).toEqual([])
})
