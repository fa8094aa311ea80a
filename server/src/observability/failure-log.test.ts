import { expect, test } from 'vitest'
import { failureLog } from './failure-log.ts'

test('a failure that lasts is logged at once, and then once a minute with the number of those since', () => {
  const lines: unknown[] = []
  let at = 0
  const log = failureLog(
    {
      warn: (fields: object, activity: string) => lines.push(['warn', fields, activity]),
      error: (fields: object, activity: string) => lines.push(['error', fields, activity]),
    } as never,
    () => at,
  )
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const bug = new Error('a bug')
  for (; at < 61_000; at += 100) log(away, 'the election of the writer')
  log(bug, 'another activity')

  expect(lines).toEqual([
    ['warn', { err: away }, 'the election of the writer'],
    ['warn', { err: away, repeated: 599 }, 'the election of the writer'],
    ['error', { err: bug }, 'another activity'],
  ])
})
